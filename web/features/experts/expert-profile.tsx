import type { PublicExpert } from '#shared/api/experts.ts';
import { type ChannelKey, channelNames } from '#shared/channels.ts';
import { ScanCode } from '#web/components/scan-code.tsx';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { formatPhone } from '#web/lib/format.ts';
import { ChatLink } from './chat-link.tsx';
import { ConnectAction } from './connect-action.tsx';
import { SampleQuestions } from './sample-questions.tsx';

const layout = 'grid grid-cols-1 items-start gap-8 md:grid-cols-[minmax(0,1fr)_auto] md:gap-12';

export function ExpertProfile({ expert }: { expert: PublicExpert }) {
  const { displayName, tagline, category, description, imageUrl, chatLink } = expert;
  return (
    <article className={layout} aria-label={displayName}>
      <div className="grid grid-cols-1 gap-6">
        <header className="flex flex-wrap items-center gap-4">
          <Avatar name={displayName} imageUrl={imageUrl} className="size-20 sm:size-24" />
          <div className="grid min-w-40 flex-1">
            <h1
              dir="auto"
              className="text-balance text-left font-display font-semibold text-3xl leading-tight wrap-anywhere"
            >
              {displayName}
            </h1>
            {tagline && (
              <p dir="auto" className="text-left text-lg text-muted wrap-anywhere">
                {tagline}
              </p>
            )}
            {category && (
              <p dir="auto" className="text-left text-muted text-sm wrap-anywhere">
                {category}
              </p>
            )}
          </div>
        </header>
        {description && (
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {description}
          </p>
        )}
        <div className="grid grid-cols-1 gap-2 rounded-card border bg-surface p-4">
          <ConnectAction expert={expert} />
          <Address expert={expert} />
        </div>
        <SampleQuestions expert={expert} />
      </div>
      {chatLink && <Scan link={chatLink} channel={expert.channel} />}
    </article>
  );
}

/** Apple's chats have a link but no number. */
function Address({ expert: { phoneNumber, chatLink, channel } }: { expert: PublicExpert }) {
  const label = phoneNumber ? formatPhone(phoneNumber) : `Open ${channelNames[channel]}`;
  return (
    <>
      {chatLink && (
        <ChatLink
          href={chatLink}
          className="inline-flex min-h-11 items-center justify-self-start text-primary underline underline-offset-4 md:hidden"
        >
          {label}
        </ChatLink>
      )}
      {phoneNumber && <p className="text-muted tabular-nums max-md:hidden">{label}</p>}
    </>
  );
}

function Scan({ link, channel }: { link: string; channel: ChannelKey }) {
  const name = channelNames[channel];
  return (
    <section className="grid w-52 justify-items-center gap-3 rounded-card border bg-surface p-5 text-center max-md:hidden">
      <h2 className="font-semibold">On your phone</h2>
      <ScanCode text={link} label={`QR code that opens ${name}`} />
      <p className="text-muted text-sm">Scan the code with your phone's camera to open {name}.</p>
    </section>
  );
}

export function ExpertProfileSkeleton() {
  return (
    <div className={layout}>
      <div className="grid grid-cols-1 gap-6">
        <div className="flex items-center gap-4">
          <Skeleton className="size-20 shrink-0 rounded-full sm:size-24" />
          <div className="grid flex-1 grid-cols-1 gap-2">
            <Skeleton className="h-8 w-36 max-w-full" />
            <Skeleton className="h-5 w-48 max-w-full" />
          </div>
        </div>
        <Skeleton className="h-5 w-3/4" />
        <Skeleton className="h-24 rounded-card" />
        <Skeleton className="h-11" />
        <Skeleton className="h-11" />
      </div>
      <Skeleton className="h-64 w-52 rounded-card max-md:hidden" />
    </div>
  );
}
