/// Answers to a question that is asked anew as often as something changes. One that was overtaken by the answer to a later
/// question is none; one that merely will be is shown until then, or under steady changes nothing ever was.
export class Turns {
  #asked = 0;
  #least = 0;

  /// To be called before asking. Gives whether the answer, when it has come, is to be shown; once.
  begin() {
    const turn = (this.#asked += 1);
    return () => {
      if (turn < this.#least) return false;
      this.#least = turn;
      return true;
    };
  }

  /// No answer to what was asked until now is of any use.
  end() {
    this.#least = this.#asked + 1;
  }
}
