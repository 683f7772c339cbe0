import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useCallback, useState } from 'react';
import { PasswordChange } from '../../features/account/PasswordChange.tsx';
import { useMessages } from '../../i18n/use-messages.ts';
import { paths } from '../../shared/paths.ts';
import { meQuery } from '../../api/queries.ts';
import { useSite } from '../../api/site.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { api } from '../../api/api.ts';
import { keys } from '../../api/query-keys.ts';
import { useOnline } from '../../shared/use-online.ts';
import { useCall } from '../../shared/use-call.ts';
import { showToast } from '../../ui/toasts/toasts.ts';
import { Sessions } from './Sessions.tsx';
import { SshKeys } from './SshKeys.tsx';

/** Access to the account: the second step, the password, and sessions. */
export function Security() {
  const { security, menu } = useMessages('account');
  const { data: me, isPending } = useQuery(meQuery);
  const site = useSite();
  const [changing, setChanging] = useState(false);
  const close = useCallback(() => setChanging(false), []);
  const linked = me?.chat_account;

  return (
    <section aria-labelledby="security">
      <h2 id="security" className="mb-5 text-xl">
        {security.title}
      </h2>
      <Card className="divide-y-2 divide-line py-0!">
        {isPending && site?.chat !== null && <Skeleton className="my-5 h-12" />}
        {me && site?.chat && (
          <Row
            title={menu.chat}
            text={
              linked ? security.linked(linked.username) : site.requireChatLink ? security.mustLink : security.notLinked
            }
          >
            <Link {...paths.verification} className={buttonClass(linked ? 'plain' : 'primary')}>
              {linked ? security.manage : security.link}
            </Link>
          </Row>
        )}
        <Row title={security.password} text={security.passwordText}>
          <Button onAction={() => setChanging(true)}>{menu.password}</Button>
        </Row>
        {me ? <GameMemory isOn={me.game_memory} /> : isPending && <Skeleton className="my-5 h-32" />}
        <SshKeys />
        <Sessions />
      </Card>
      <PasswordChange wanted={changing} onClose={close} />
    </section>
  );
}

function Row({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-5">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="text-base">{title}</h3>
        <p className="text-muted wrap-anywhere">{text}</p>
      </div>
      {children}
    </div>
  );
}

const toastGroup = 'game-memory';

/** Whether a code in the game is also valid for the network, and what others in it could do then. */
function GameMemory({ isOn }: { isOn: boolean }) {
  const { gameMemory: messages } = useMessages('referral');
  const online = useOnline();
  const turn = useCall(toastGroup, {
    mutationFn: (on: boolean) => api.userGameMemoryUpdate({ body: { game_memory: on } }),
    onSuccess: (_, on) => on || showToast('success', messages.turnedOff, toastGroup),
    refresh: keys.me,
  });

  return (
    <section aria-labelledby="game-memory" className="py-5">
      <h3 id="game-memory" className="text-base">
        {messages.title}
      </h3>
      <p className="text-muted">{isOn ? messages.on : messages.off}</p>
      {isOn && <p className="mt-2 text-muted">{messages.risk}</p>}
      <div className="mt-4">
        <Button disabled={turn.isPending || !online} onAction={() => turn.mutate(!isOn)}>
          {isOn ? messages.turnOff : messages.turnOn}
        </Button>
      </div>
    </section>
  );
}
