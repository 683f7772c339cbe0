/** Where so many connections of a network were cut by this process, it has none here until the time is over. */
const most = 10;
const withinMs = 60_000;

/** The networks whose connections are ended again and again for what no client does: each new one would cost as much as the last. */
export class CutNetworks {
  readonly #cuts = new Map<string, number>();
  readonly #forgiving = setInterval(() => this.#cuts.clear(), withinMs).unref();

  note(network: string): void {
    this.#cuts.set(network, (this.#cuts.get(network) ?? 0) + 1);
  }

  isKeptOut(network: string): boolean {
    return (this.#cuts.get(network) ?? 0) >= most;
  }

  close(): void {
    clearInterval(this.#forgiving);
  }
}
