/** What precedes a password or the like: commands of common login plugins, and similar words. */
const before =
  /(?:^|[\s/:])(?:l|reg|cp|pw|pin|otp)(?=\s)|\S*?(?:pass|login|logon|regist|auth|token|secret|2fa|totp|api-?key|licen[cs]e|credential)\w*/i;

/** A command fit to be stored and shown: cut at anything that may be a secret, with all that follows. */
export function withoutSecrets(command: string): string {
  const found = before.exec(command);
  if (!found) return command;
  const end = found.index + found[0].length;
  return end < command.length ? `${command.slice(0, end)} …` : command;
}
