import { useEffect, useState } from 'react';

/** `isRedirecting` ends when the back button restores this page. */
export function useExternalRedirect() {
  const [isRedirecting, setIsRedirecting] = useState(false);
  useEffect(() => {
    const stay = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setIsRedirecting(false);
    };
    window.addEventListener('pageshow', stay);
    return () => window.removeEventListener('pageshow', stay);
  }, []);
  const redirectTo = (url: string) => {
    setIsRedirecting(true);
    window.location.assign(url);
  };
  return { isRedirecting, redirectTo };
}
