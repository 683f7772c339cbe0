// @vitest-environment happy-dom
import { act, Suspense } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { render, type Rendered } from '../../test/render.ts';
import { loadLanguage, loadMessages } from './messages.ts';
import { I18nProvider, useI18n } from './I18nProvider.tsx';
import { useMessages } from './use-messages.ts';

let rendered: Rendered | undefined;
afterEach(() => rendered?.unmount());

function Page() {
  const { create } = useMessages('home');
  const { choose } = useI18n();
  return <button onClick={() => void choose('pl')}>{create}</button>;
}

const app = (
  <I18nProvider prerendered={false} language="ru">
    <Suspense fallback="waiting">
      <Page />
    </Suspense>
  </I18nProvider>
);

test('a page waits for its text, has it at once the next time, and changes its language when told', async () => {
  const errors = vi.spyOn(console, 'error');
  await loadLanguage('ru');
  rendered = await render(app);
  await act(() => loadMessages('home', 'ru'));
  expect(rendered.container.textContent).toBe('Создать сервер');
  await rendered.unmount();

  rendered = await render(null);
  await rendered.rerender(app);
  expect(rendered.container.textContent).toBe('Создать сервер');

  const { container } = rendered;
  await act(async () => {
    container.querySelector('button')?.click();
    await loadLanguage('pl');
  });
  expect(container.textContent).toBe('Utwórz serwer');
  expect(document.documentElement.lang).toBe('pl');
  expect(document.cookie).toContain('locale=pl');
  expect(errors).not.toHaveBeenCalled();
});
