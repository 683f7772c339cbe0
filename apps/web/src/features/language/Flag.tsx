import type { Language } from '@realmkeep/contract/languages';
import type { ReactNode } from 'react';

const flags: Record<Language, ReactNode> = {
  en: (
    <>
      <path fill="#1f3b78" d="M0 0h24v16H0z" />
      <path stroke="#fff" strokeWidth="3.2" d="m0 0 24 16M24 0 0 16" />
      <path stroke="#c8283c" strokeWidth="1.2" d="m0 0 24 16M24 0 0 16" />
      <path stroke="#fff" strokeWidth="5.2" d="M12 0v16M0 8h24" />
      <path stroke="#c8283c" strokeWidth="3" d="M12 0v16M0 8h24" />
    </>
  ),
  ru: (
    <>
      <path fill="#fff" d="M0 0h24v6H0z" />
      <path fill="#2a55a5" d="M0 5.33h24v5.34H0z" />
      <path fill="#cf3b33" d="M0 10.67h24V16H0z" />
    </>
  ),
  pl: (
    <>
      <path fill="#fff" d="M0 0h24v8H0z" />
      <path fill="#d22d48" d="M0 8h24v8H0z" />
    </>
  ),
};

/** Decorative: the language's name is beside it. */
export function Flag({ language }: { language: Language }) {
  return (
    <svg viewBox="0 0 24 16" width="24" height="16" fill="none" aria-hidden className="rounded-bit ring-1 ring-ink/25">
      {flags[language]}
    </svg>
  );
}
