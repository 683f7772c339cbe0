// @vitest-environment happy-dom
import type { OwnJars, Realm, RealmKernel } from '@realmkeep/contract';
import { act } from 'react';
import { expect, test } from 'vitest';
import { labelled, loadParts, renderInPage } from '../../../test/InPage.tsx';
import { ownJarsQuery } from '../../api/queries.ts';
import { ChangeCard } from './ChangeCard.tsx';

const realm = { id: 'castle' } as Realm;
const data = {
  kernel: 'sandbox',
  version: '1.21.11',
  build: null,
  jar: null,
  change: null,
  waysBack: [],
  kernels: ['sandbox', 'paper', 'own'],
  java: [25],
  programs: true,
  eula: { accepted: null },
} as unknown as RealmKernel;

test('the upload of a jar goes on while another kernel is looked at', async () => {
  const { container, unmount } = await renderInPage(<ChangeCard realm={realm} data={data} />, {
    messages: ['kernel', 'uploads', 'subscription'],
    data: [[ownJarsQuery('castle').queryKey, { jars: [], more: 0 } satisfies OwnJars]],
  });
  await act(async () => labelled('Own jar').click());
  const input = labelled('Upload a jar');
  Object.assign(input, { files: [new File(['PK'], 'mine.jar')] });
  await act(async () => input.dispatchEvent(new Event('change', { bubbles: true })));
  const sent = () => container.querySelector('progress')?.getAttribute('aria-label');
  await loadParts();
  expect(sent()).toBe('kernel/mine.jar');
  await act(async () => labelled('Paper').click());
  expect(sent()).toBe('kernel/mine.jar');
  await unmount();
});
