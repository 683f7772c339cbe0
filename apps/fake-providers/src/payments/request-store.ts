import { type Database, inTransaction } from '../database.ts';

const keptMs = 24 * 3_600_000;

interface Request {
  /** The idempotency key. */
  key: string;
  paramsHash: Buffer;
}

/**
 * The answer under a key, made the first time. https://docs.stripe.com/api/idempotent_requests
 * @returns the answer as null when the key came with other params before
 */
export function takeAnswer(
  db: Database,
  { key, paramsHash }: Request,
  make: () => object,
): { answer: object | null; isRepeated: boolean } {
  const known = db.prepare('select params_hash, answer from requests where key = ?').get(key) as
    | { params_hash: Uint8Array; answer: string }
    | undefined;
  if (known) {
    const isSame = paramsHash.equals(known.params_hash);
    return { answer: isSame ? (JSON.parse(known.answer) as object) : null, isRepeated: true };
  }
  const answer = inTransaction(db, () => {
    const made = make();
    db.prepare('insert into requests (key, params_hash, answer, created_at) values (?, ?, ?, ?)').run(
      key,
      paramsHash,
      JSON.stringify(made),
      Date.now(),
    );
    return made;
  });
  return { answer, isRepeated: false };
}

/** Keys are forgotten after a day. */
export function deleteOldRequests(db: Database): void {
  db.prepare('delete from requests where created_at < ?').run(Date.now() - keptMs);
}
