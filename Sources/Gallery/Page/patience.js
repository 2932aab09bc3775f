// How long a page of a list is waited for, in milliseconds.
const patience = 30_000;

/// The signal of a reading that is also over when it was not answered in time: what was never answered would hold up all that is
/// read after it.
export function patiently(signal) {
  const timeout = AbortSignal.timeout(patience);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}
