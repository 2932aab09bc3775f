// Tests of the page's pure modules: they run in the browser that runs the page, and the script beside reads what came of them.

const tests = [];

export function test(name, body) {
  tests.push({ name, body });
}

export function equal(actual, expected, about = "") {
  const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (left !== right) throw new Error(`${about ? `${about}: ` : ""}${left} is not ${right}`);
}

export function near(actual, expected, within = 1e-6, about = "") {
  if (!(Math.abs(actual - expected) <= within)) throw new Error(`${about ? `${about}: ` : ""}${actual} is not within ${within} of ${expected}`);
}

export function yes(value, about = "") {
  if (!value) throw new Error(about || "it is not so");
}

/// Numbers that are the same in every run.
export function random(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state % below;
  };
}

export async function run() {
  const results = [];
  for (const { name, body } of tests) {
    try {
      await body();
      results.push({ name, failure: null });
    } catch (failure) {
      results.push({ name, failure: String(failure.stack ?? failure) });
    }
  }
  return results;
}
