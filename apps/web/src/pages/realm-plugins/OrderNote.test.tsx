// @vitest-environment happy-dom
import { beforeAll, expect, test } from 'vitest';
import { render } from '../../../test/render.ts';
import { I18nProvider } from '../../i18n/I18nProvider.tsx';
import { loadLanguage, loadMessages } from '../../i18n/messages.ts';
import { OrderNote } from './OrderNote.tsx';

beforeAll(async () => {
  await Promise.all([loadLanguage('en'), loadMessages('addons', 'en')]);
});

test('what is installed is announced, and not how far it is', async () => {
  const { container, unmount } = await render(
    <I18nProvider language="en" prerendered={false}>
      <OrderNote
        order={{
          id: '4c0f6f43-4fd4-4c4e-9f6e-1d7a3c5b2e10',
          kind: 'PLUGIN',
          title: 'EssentialsX',
          state: 'RUNNING',
          progress: 0.42,
          problem: null,
          subject: null,
        }}
      />
    </I18nProvider>,
  );
  expect(container.textContent).toContain('42%');
  expect(container.querySelector('[role=status]')?.textContent).toBe('EssentialsX is being installed');
  await unmount();
});
