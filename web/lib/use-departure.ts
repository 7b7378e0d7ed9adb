import { useEffect, useState } from 'react';

/**
 * Leaves for another site, for instance the payment page. `isLeaving` holds until the page is gone, and ends
 * when the back button brings it back as it was left.
 */
export function useDeparture() {
  const [isLeaving, setIsLeaving] = useState(false);
  useEffect(() => {
    const stay = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setIsLeaving(false);
    };
    window.addEventListener('pageshow', stay);
    return () => window.removeEventListener('pageshow', stay);
  }, []);
  const leaveFor = (url: string) => {
    setIsLeaving(true);
    window.location.assign(url);
  };
  return { isLeaving, leaveFor };
}
