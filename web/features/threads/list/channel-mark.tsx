import { Apple, type LucideIcon, MessageSquareText, Phone } from 'lucide-react';
import { type ChannelKey, channelNames } from '#shared/channels.ts';

const icons: Record<ChannelKey, LucideIcon> = {
  SMS: MessageSquareText,
  WHATSAPP: Phone,
  AMB: Apple,
};

/** Its parent must be positioned. */
export function ChannelMark({ channel }: { channel: ChannelKey }) {
  const Icon = icons[channel];
  return (
    <span
      title={channelNames[channel]}
      className="absolute -right-1 -bottom-0.5 grid size-4.5 place-items-center rounded-full border bg-background text-muted"
    >
      <Icon aria-hidden className="size-2.5" />
      <span className="sr-only">{channelNames[channel]}</span>
    </span>
  );
}
