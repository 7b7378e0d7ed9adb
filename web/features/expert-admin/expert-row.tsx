import { Pencil } from 'lucide-react';
import { Link } from 'wouter';
import type { Expert } from '#shared/api/experts.ts';
import type { Provider } from '#shared/api/providers.ts';
import { channelNames } from '#shared/channels.ts';
import { ChannelBadge } from '#web/components/channel-badge.tsx';
import { Avatar } from '#web/components/ui/avatar.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { Button } from '#web/components/ui/button.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { formatPhone } from '#web/lib/format.ts';
import { hrefOfExpert } from '#web/links/expert-link.ts';
import { ExpertAddresses } from './expert-addresses.tsx';

const rowStyle = 'flex flex-wrap items-start gap-x-4 gap-y-3 px-4 py-4 sm:px-5';

export function ExpertRow({
  expert,
  provider,
  onEdit,
}: {
  expert: Expert;
  provider: Provider | undefined;
  onEdit: () => void;
}) {
  const { id, displayName, imageUrl, handle, channel, phoneNumber, customDomain } = expert;
  const facts = [
    `@${handle}`,
    phoneNumber && formatPhone(phoneNumber).replaceAll(' ', '\u00a0'),
    provider?.displayName,
    customDomain,
  ];
  return (
    <li className={rowStyle}>
      <Avatar name={displayName} imageUrl={imageUrl} className="size-11" />
      <div className="min-w-0 flex-1 basis-32">
        <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          <h2 dir="auto" className="text-left font-semibold wrap-anywhere">
            <Link
              href={hrefOfExpert(id)}
              className="rounded-xs underline-offset-4 hover:underline max-md:py-2.5"
            >
              {displayName}
            </Link>
          </h2>
          <ExpertState expert={expert} />
          <ChannelBadge channel={channel} />
        </div>
        {expert.tagline && (
          <p dir="auto" className="text-left wrap-anywhere">
            {expert.tagline}
          </p>
        )}
        <p className="text-muted wrap-anywhere">{facts.filter(Boolean).join(' · ')}</p>
        {expert.gateway === 'missing' && (
          <p className="text-danger text-sm">
            {channelNames[channel]} is not set up, so this expert can't be reached. Add its
            credentials to the server's settings.
          </p>
        )}
        {provider && !provider.isActive && (
          <p className="text-danger text-sm">
            Its AI provider is inactive, so the expert can't answer.
          </p>
        )}
      </div>
      <div className="flex min-w-0 items-start gap-3 max-lg:order-last max-lg:basis-full">
        <ExpertAddresses expert={expert} className="flex-1 lg:w-80" />
      </div>
      <Button variant="outline" size="small" aria-label={`Edit ${displayName}`} onClick={onEdit}>
        <Pencil aria-hidden />
        {/* Icon only on a phone. */}
        <span className="max-sm:hidden">Edit</span>
      </Button>
    </li>
  );
}

export function ExpertState({ expert: { status, archivedAt } }: { expert: Expert }) {
  if (archivedAt) return <Badge>Archived</Badge>;
  const isActive = status === 'ACTIVE';
  return <Badge tone={isActive ? 'primary' : 'accent'}>{isActive ? 'Active' : 'Paused'}</Badge>;
}

export function ExpertRowSkeleton() {
  return (
    <div className={rowStyle}>
      <Skeleton className="size-11 rounded-full" />
      <div className="grid flex-1 gap-2 py-1">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-4 w-64 max-w-full" />
      </div>
      <Skeleton className="h-8 w-20" />
    </div>
  );
}
