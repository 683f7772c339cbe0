/** A maker that distributes a Java server. */
export interface KernelProvider {
  /** Every released version, newest first. @throws ProviderError */
  versions(signal: AbortSignal): Promise<string[]>;
  /**
   * The newest build of a version; null if there is none.
   * @param wanted a preferred build, if its maker has several and lists it
   * @throws ProviderError
   */
  build(version: string, signal: AbortSignal, wanted?: string): Promise<KernelBuild | null>;
}

/** A jar as announced by its maker; fields are null if not announced. Announced ones are verified after the download. */
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

/** It is asked too often by all of us together: that passes within a minute. */
export class ProviderBusy extends ProviderError {}
