// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import { render } from '../../../test/render.ts';
import { I18nProvider } from '../../i18n/I18nProvider.tsx';
import { loadLanguage, loadMessages } from '../../i18n/messages.ts';
import { ChangeNote } from './ChangeNote.tsx';

beforeAll(async () => {
  await Promise.all([loadLanguage('en'), loadMessages('kernel', 'en'), loadMessages('subscription', 'en')]);
});

test('what is being done is announced, and not how far it is', async () => {
  const { container, unmount } = await render(
    <I18nProvider language="en" prerendered={false}>
      <ChangeNote
        change={{
          id: '4c0f6f43-4fd4-4c4e-9f6e-1d7a3c5b2e10',
          state: 'DOWNLOADING',
          progress: 0.42,
          undoing: false,
          problem: null,
          from: { kernel: 'sandbox', version: '1', build: null },
          to: { kernel: 'paper', version: '1.21.4', build: '100' },
          isReturn: false,
          asked: '2026-01-01T00:00:00.000Z',
        }}
      />
    </I18nProvider>,
  );
  expect(container.textContent).toContain('42%');
  expect(container.querySelector('[role=status]')?.textContent).toBe(
    'The kernel is being downloaded and checked. You can still play.',
  );
  await unmount();
});
