import { isPublicUrl } from '@realmkeep/sockets';
import type { Config } from '../config.ts';
import { type Finding, good, problem } from './finding.ts';

const links = ['SUPPORT_URL', 'COMMUNITY_URL', 'DISCORD_INVITE_URL'] as const;

/** Whether the terms and the privacy policy of a public site, which tell players to write to the operator, say how. */
export function checkContact({ values }: Pick<Config, 'values'>): Finding[] {
  if (!isPublicUrl(values.PUBLIC_URL)) return [];
  const given = links.filter((name) => values[name] !== '');
  if (given.length > 0) return [good('contact', given.map((name) => `${name}: ${values[name]}`).join(', '))];
  return [
    problem(
      'contact',
      'The terms and the privacy policy tell players to write to you, and nothing says how. Set SUPPORT_URL to a page that does.',
    ),
  ];
}
