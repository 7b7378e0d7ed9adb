import type { ComponentProps } from 'react';

export function ChatLink({ href, ...props }: ComponentProps<'a'> & { href: string }) {
  const isPage = href.startsWith('http');
  return (
    <a href={href} {...(isPage && { target: '_blank', rel: 'noopener noreferrer' })} {...props} />
  );
}
