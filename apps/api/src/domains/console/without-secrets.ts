/** What a password, or something like it, comes after: the names of commands of the common login plugins, and words of their like. */
const before =
  /(?:^|[\s/:])(?:l|reg|cp|pw|pin|otp)(?=\s)|\S*?(?:pass|login|logon|regist|auth|token|secret|2fa|totp|api-?key|licen[cs]e|credential)\w*/i;

/** A command as it may be kept and shown: what may be a secret is cut, with all that follows it. */
export function withoutSecrets(command: string): string {
  const found = before.exec(command);
  if (!found) return command;
  const end = found.index + found[0].length;
  return end < command.length ? `${command.slice(0, end)} …` : command;
}
