import { Smartphone } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { ConnectReply, PublicExpert } from '#shared/api/experts.ts';
import { channelNames } from '#shared/channels.ts';
import { useBranding } from '#web/branding/use-branding.ts';
import { ChannelBadge } from '#web/components/channel-badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { announce } from '#web/lib/announce.ts';
import { formatPhone } from '#web/lib/format.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { useConnect } from './api.ts';
import { ConnectDialog } from './connect-dialog.tsx';

export function ConnectAction({ expert }: { expert: PublicExpert }) {
  const [isOpen, setIsOpen] = useState(false);
  const action = useRef<HTMLDivElement>(null);
  const connect = useConnect(expert.id);
  const reply = connect.data;
  // By SMS we text first; on other channels the person does, with the reply's link.
  const startConnecting = () =>
    connect.mutate(undefined, {
      onSuccess: ({ link, state }) => {
        setIsOpen(Boolean(link));
        if (!link && state === 'pending') announce(replyYes);
      },
    });
  return (
    <div ref={action}>
      <NextAction
        expert={expert}
        reply={reply}
        isConnecting={connect.isPending}
        onConnect={startConnecting}
      />
      {reply?.link && (
        <ConnectDialog
          findGoal={() => action.current?.querySelector<HTMLElement>('a, button')}
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          expert={expert}
          reply={reply}
          isRenewing={connect.isPending}
          onRenew={startConnecting}
        />
      )}
    </div>
  );
}

const replyYes = 'Reply YES on your phone';

type Props = {
  expert: PublicExpert;
  reply: ConnectReply | undefined;
  isConnecting: boolean;
  onConnect: () => void;
};

function NextAction({ expert, reply, isConnecting, onConnect }: Props) {
  const { connection, threadId, channel } = expert;
  if (connection === 'active' && threadId) {
    return (
      <ActionRow expert={expert}>
        <Button asChild variant="outline" className="px-3">
          <Link
            href={`/threads/${threadId}`}
            aria-label={`Open conversation with ${expert.displayName}`}
          >
            Open conversation
          </Link>
        </Button>
      </ActionRow>
    );
  }
  if (connection === 'pending' && channel === 'SMS')
    return <ReplyYes expert={expert} reply={reply} />;
  const label = connection === 'pending' ? 'Show the code' : 'Connect Now';
  const context = `${connection === 'pending' ? 'for' : 'to'} ${expert.displayName}`;
  const button = (
    <Button
      size="large"
      aria-label={isConnecting ? undefined : `${label} ${context}`}
      disabled={isConnecting}
      onClick={onConnect}
    >
      {isConnecting ? 'Connecting...' : label}
    </Button>
  );
  if (connection !== 'pending') return <ActionRow expert={expert}>{button}</ActionRow>;
  return (
    <NextStep title={`Say hello in ${channelNames[channel]}`}>
      <p className="text-sm">
        Your conversation with <bdi>{expert.displayName}</bdi> starts with a code.
      </p>
      <div className="mt-1">{button}</div>
    </NextStep>
  );
}

function ActionRow({ expert, children }: { expert: PublicExpert; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2">
      <ChannelBadge channel={expert.channel} tone="primary" />
      {children}
    </div>
  );
}

function NextStep({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-3 rounded-control bg-primary-soft p-3">
      <Smartphone aria-hidden className="mt-0.5 size-5 shrink-0 text-primary-soft-foreground" />
      <div className="grid min-w-[min(100%,10rem)] flex-1 grid-cols-1 gap-1">
        <p className="font-semibold text-primary-soft-foreground">{title}</p>
        {children}
      </div>
    </div>
  );
}

function ReplyYes({ expert, reply }: Pick<Props, 'expert' | 'reply'>) {
  const { phoneNumber } = useCurrentUser();
  const { sandbox } = useBranding();
  const our = expert.phoneNumber && <Phone number={expert.phoneNumber} />;
  return (
    <NextStep title={replyYes}>
      <p className="text-sm">
        When {phoneNumber ? <Phone number={phoneNumber} /> : 'your phone'} gets our text
        {our && <> from {our}</>}, reply YES to it. Then your conversation with{' '}
        <bdi>{expert.displayName}</bdi> starts.
      </p>
      {reply?.code && (
        <p className="text-sm">
          No text, or another phone? Text{' '}
          <strong data-uncovered className="whitespace-nowrap tabular-nums">
            CONNECT {reply.code}
          </strong>{' '}
          to that number instead.
        </p>
      )}
      {sandbox && (
        <Button asChild size="large" variant="outline" className="mt-1 justify-self-start">
          <a
            href={`/sandbox?${new URLSearchParams({ from: phoneNumber ?? '', expert: expert.id, text: 'YES' })}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            Open the phone
          </a>
        </Button>
      )}
    </NextStep>
  );
}

function Phone({ number }: { number: string }) {
  return <span className="inline-block">{formatPhone(number)}</span>;
}
