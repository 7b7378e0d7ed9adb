import { Component, type ReactNode } from 'react';
import { ErrorState } from '#web/components/error-state.tsx';

/** Also catches chunks that a newer release replaced. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="px-4">
        <ErrorState
          title="This page could not be loaded"
          description="Something went wrong, or a new version is out. Reloading usually helps."
          retryLabel="Reload"
          onRetry={() => window.location.reload()}
        />
      </main>
    );
  }
}
