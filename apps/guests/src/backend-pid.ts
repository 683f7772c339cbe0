/** BackendKeyData of PostgreSQL's protocol, which follows a successful login and precedes all that a session does. */
const backendKeyData = 'K'.charCodeAt(0);

/** Finds a session's process in what the server says first. */
export class BackendPid {
  #head: Buffer = Buffer.alloc(0);
  /** Bytes of the present message still to come. */
  #skip = 0;
  /** null: it has not logged in yet. */
  value: number | null = null;

  /** @param chunk bytes from the server, in order and without gaps */
  read(chunk: Buffer): void {
    let rest = chunk;
    while (this.value === null && rest.length > 0) {
      const skipped = Math.min(this.#skip, rest.length);
      this.#skip -= skipped;
      // A message's type, its length without the type, and of this one the number.
      const taken = rest.subarray(skipped, skipped + 9 - this.#head.length);
      rest = rest.subarray(skipped + taken.length);
      this.#head = Buffer.concat([this.#head, taken]);
      if (this.#head.length < 9) continue;
      if (this.#head[0] === backendKeyData) this.value = this.#head.readInt32BE(5);
      // Every message before it has four bytes at least after its length.
      this.#skip = this.#head.readUInt32BE(1) + 1 - 9;
      this.#head = Buffer.alloc(0);
    }
  }
}
