import { Smartphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { ConnectReply, PublicExpert } from '#shared/api/experts.ts';
import { channelNames } from '#shared/channels.ts';
import { ChannelBadge } from '#web/components/channel-badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { formatPhone } from '#web/lib/format.ts';
import { useCurrentUser } from '#web/session/use-session.ts';
import { useConnect } from './api.ts';

/** The one thing to do next with an expert: connect, prove the phone, or go and talk. */
export function ConnectAction({ expert }: { expert: PublicExpert }) {
  const connect = useConnect(expert.id);
  const { connection, threadId, channel } = expert;
  const label = connection === 'pending' ? 'Get a new code' : 'Connect Now';

  if (connection === 'active' && threadId) {
    return (
      <ActionRow expert={expert}>
        <Button asChild variant="outline" className="h-11">
          <Link href={`/threads/${threadId}`}>Open conversation</Link>
        </Button>
      </ActionRow>
    );
  }
  // Texts can be sent to a phone; on the other channels the person writes first, with a code.
  if (connection === 'pending' && channel === 'SMS') {
    return <ReplyYes expert={expert} />;
  }
  if (connection === 'pending' && connect.data) {
    return <SendCode expert={expert} reply={connect.data} />;
  }
  return (
    <ActionRow expert={expert}>
      <Button size="large" disabled={connect.isPending} onClick={() => connect.mutate()}>
        {connect.isPending ? 'Connecting...' : label}
      </Button>
    </ActionRow>
  );
}

function ActionRow({ expert, children }: { expert: PublicExpert; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <ChannelBadge channel={expert.channel} tone="primary" />
      {children}
    </div>
  );
}

function NextStep({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div role="status" className="flex gap-3 rounded-control bg-primary-soft p-3">
      <Smartphone aria-hidden className="mt-0.5 size-5 shrink-0 text-primary-soft-foreground" />
      <div className="grid min-w-0 flex-1 gap-1">
        <p className="font-semibold text-primary-soft-foreground">{title}</p>
        {children}
      </div>
    </div>
  );
}

function ReplyYes({ expert }: { expert: PublicExpert }) {
  const { phoneNumber } = useCurrentUser();
  return (
    <NextStep title="Reply YES on your phone">
      <p className="text-sm">
        We texted {phoneNumber ? <Phone number={phoneNumber} /> : 'your phone'}
        {expert.phoneNumber && (
          <>
            {' '}
            from <Phone number={expert.phoneNumber} />
          </>
        )}
        . Your conversation with {expert.displayName} starts with your YES.
      </p>
    </NextStep>
  );
}

function Phone({ number }: { number: string }) {
  return <span className="whitespace-nowrap">{formatPhone(number)}</span>;
}

function SendCode({ expert, reply }: { expert: PublicExpert; reply: ConnectReply }) {
  const channel = channelNames[expert.channel];
  return (
    <NextStep title={`Say hello in ${channel}`}>
      {reply.code && (
        <p className="text-sm">
          Send this text to {expert.displayName}:{' '}
          <strong className="whitespace-nowrap">
            CONNECT {reply.code.replace(/^CONNECT\s+/, '')}
          </strong>
        </p>
      )}
      {reply.link && (
        <Button asChild className="mt-1 h-11 justify-self-start">
          <a href={reply.link} target="_blank" rel="noopener noreferrer">
            Open {channel}
          </a>
        </Button>
      )}
    </NextStep>
  );
}
