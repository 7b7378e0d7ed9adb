import { Copy } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { ConnectReply, PublicExpert } from '#shared/api/experts.ts';
import { channelNames } from '#shared/channels.ts';
import { copyText } from '#web/components/copy-button.tsx';
import { ScanCode } from '#web/components/scan-code.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Dialog, DialogContent } from '#web/components/ui/dialog.tsx';
import { useAnnounced } from '#web/lib/announce.ts';

type Props = {
  expert: PublicExpert;
  reply: ConnectReply;
  isRenewing: boolean;
  onRenew: () => void;
};

export function ConnectDialog({
  isOpen,
  onOpenChange,
  findGoal,
  ...props
}: Props &
  Pick<ComponentProps<typeof DialogContent>, 'findGoal'> & {
    isOpen: boolean;
    onOpenChange: (isOpen: boolean) => void;
  }) {
  const { expert, reply } = props;
  const isConnected = expert.connection === 'active' || reply.state === 'active';
  const minutesLeft = useMinutesLeft(reply.codeExpiresAt);
  const channel = channelNames[expert.channel];
  const title = isConnected
    ? `You're connected with ${expert.displayName}`
    : `Say hello to ${expert.displayName}`;
  useAnnounced(minutesLeft > 0 || isConnected ? title : expired);
  return (
    <Dialog open={isOpen} onOpenChange={onOpenChange}>
      <DialogContent
        findGoal={findGoal}
        title={title}
        description={
          isConnected
            ? `Write in ${channel} any time. Your conversation also appears here.`
            : `Send the code in ${channel}. The answers arrive in that chat.`
        }
      >
        <div className="grid grid-cols-1 gap-4">
          {isConnected && <Connected {...props} />}
          {!isConnected && minutesLeft > 0 && <SendCode {...props} minutesLeft={minutesLeft} />}
          {!isConnected && minutesLeft <= 0 && <Expired {...props} />}
        </div>
      </DialogContent>
    </Dialog>
  );
}

const tickMs = 5_000;
const expired = 'This code has expired. A new one works for 15 minutes.';

/** Rounded up. */
function useMinutesLeft(at: string | undefined): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const ticking = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(ticking);
  }, []);
  return at ? Math.ceil((Date.parse(at) - now) / 60_000) : 1;
}

function SendCode({ expert, reply, minutesLeft }: Props & { minutesLeft: number }) {
  const text = `CONNECT ${reply.code}`;
  const channel = channelNames[expert.channel];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-3 rounded-control bg-sunken py-2 pr-2 pl-4">
        <strong className="text-lg tabular-nums tracking-wide">{text}</strong>
        <Button variant="ghost" className="min-h-11" onClick={() => copyText(text, 'Code copied')}>
          <Copy aria-hidden />
          Copy
        </Button>
      </div>
      <p className="text-muted text-sm">
        The code works once and expires in{' '}
        {minutesLeft === 1 ? '1 minute' : `${minutesLeft} minutes`}. This page updates when it
        arrives.
      </p>
      {reply.link && <OpenChat link={reply.link} channel={channel} />}
    </>
  );
}

function OpenChat({ link, channel }: { link: string; channel: string }) {
  return (
    <div className="flex flex-wrap items-center gap-5">
      <div className="hidden sm:block">
        <ScanCode text={link} label={`QR code that opens ${channel} with the text filled in`} />
      </div>
      <div className="grid flex-1 grid-cols-1 gap-3">
        <p className="hidden text-sm sm:block">
          Scan the code with your phone's camera. {channel} opens with the text filled in.
        </p>
        <Button asChild size="large">
          <a href={link} target="_blank" rel="noopener noreferrer">
            Open {channel}
          </a>
        </Button>
      </div>
    </div>
  );
}

function Expired({ isRenewing, onRenew }: Props) {
  return (
    <>
      <p>{expired}</p>
      <Actions>
        <Button size="large" disabled={isRenewing} onClick={onRenew}>
          {isRenewing ? 'Getting a new code...' : 'Get a new code'}
        </Button>
      </Actions>
    </>
  );
}

function Connected({ expert, reply }: Props) {
  const threadId = expert.threadId ?? reply.threadId;
  return (
    <Actions>
      {reply.link && (
        <Button asChild size="large">
          <a href={reply.link} target="_blank" rel="noopener noreferrer">
            Open {channelNames[expert.channel]}
          </a>
        </Button>
      )}
      {threadId && (
        <Button asChild size="large" variant="outline">
          <Link href={`/threads/${threadId}`}>Open conversation</Link>
        </Button>
      )}
    </Actions>
  );
}

function Actions({ children }: { children: ReactNode }) {
  return <div className="flex flex-col gap-3 sm:flex-row">{children}</div>;
}
