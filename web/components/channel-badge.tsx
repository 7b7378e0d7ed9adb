import { type ChannelKey, channelNames } from '#shared/channels.ts';
import { Badge } from './ui/badge.tsx';

export function ChannelBadge({
  channel,
  tone,
}: {
  channel: ChannelKey;
  tone?: 'neutral' | 'primary';
}) {
  return <Badge tone={tone}>{channelNames[channel]}</Badge>;
}
