/** Whoever makes a server in Java and gives it out. */
export interface KernelProvider {
  /** Every released version, newest first. @throws ProviderError */
  versions(signal: AbortSignal): Promise<string[]>;
  /**
   * The newest build of one of them; null where there is none.
   * @param wanted the build that is preferred, where its maker lists it and has several
   * @throws ProviderError
   */
  build(version: string, signal: AbortSignal, wanted?: string): Promise<KernelBuild | null>;
}

/** A jar as its maker tells of it; null where its maker does not say. What is told is checked when it has come. */
export interface KernelBuild {
  url: URL;
  bytes: number | null;
  /** In hexadecimal, lower case. */
  hash: { algorithm: 'sha256' | 'sha1' | 'md5'; value: string } | null;
  /** Its name among the builds of its version; null where a version has one alone. */
  build: string | null;
  /** The version of Java that it needs. */
  java: number | null;
}

/** What a provider said cannot be used, or it said nothing. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  /** Of the answer; null where there was none, or it was no refusal. */
  readonly status: number | null;
  constructor(message: string, { status = null, ...options }: ErrorOptions & { status?: number | null } = {}) {
    super(message, options);
    this.status = status;
  }
}
