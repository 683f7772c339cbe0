/** Answers that are good for a while: so many at most, of which the oldest goes first. */
export class KeptAnswers<T> {
  readonly #keptMs: number;
  readonly #most: number;
  readonly #answers = new Map<string, { answer: T; until: number }>();

  constructor(keptMs: number, most: number) {
    this.#keptMs = keptMs;
    this.#most = most;
  }

  get(question: string): T | undefined {
    const kept = this.#answers.get(question);
    return kept !== undefined && kept.until > Date.now() ? kept.answer : undefined;
  }

  keep(question: string, answer: T): T {
    this.#answers.delete(question);
    this.#answers.set(question, { answer, until: Date.now() + this.#keptMs });
    if (this.#answers.size > this.#most) this.#answers.delete(this.#answers.keys().next().value ?? '');
    return answer;
  }
}
