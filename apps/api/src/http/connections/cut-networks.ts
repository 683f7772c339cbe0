/** A network that had this many connections cut by this process gets no more here until the time is over. */
const most = 10;
const withinMs = 60_000;

/** Networks with connections that are cut again and again for what no normal client does: each new one would cost as much as the last. */
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
