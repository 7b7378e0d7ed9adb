import { describe, expect, it, vi } from 'vitest';
import { anAnalyticsReply } from '#test/web/analytics-fixtures.ts';
import { ada, panel, renderAnalytics } from '#test/web/render-analytics.ts';

describe('a downloaded table', () => {
  function watchDownloads() {
    const blobs: Blob[] = [];
    const names: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      blobs.push(blob as Blob);
      return 'blob:table';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    return { names, read: (index: number) => blobs[index]?.text() };
  }

  it('has the days, oldest first, as plain numbers', async () => {
    const files = watchDownloads();
    const { user } = renderAnalytics();
    const delivery = await panel('Delivery');
    await user.click(delivery.getByRole('button', { name: 'Download Delivery as CSV' }));
    expect(files.names).toEqual(['sagewire-delivery-2026-11-15-to-2026-11-21.csv']);
    const lines = (await files.read(0))?.split('\r\n');
    expect(lines?.slice(0, 2)).toEqual([
      '\uFEFFDay (Europe/Berlin),Delivered,Failed,Delivery rate (0 to 1)',
      '2026-11-15,0,0,',
    ]);
    expect(lines?.[5]).toBe('2026-11-19,11500,120,0.9897');
    expect(lines).toHaveLength(9);
  });

  it('is named after its expert', async () => {
    const files = watchDownloads();
    const { user } = renderAnalytics(`?expert=${ada.id}`);
    const times = await panel('Answer time');
    await user.click(times.getByRole('button', { name: 'Download Answer time as CSV' }));
    expect(files.names).toEqual(['sagewire-answer-time-ada-2026-11-15-to-2026-11-21.csv']);
    expect(await files.read(0)).toContain('2026-11-19,1412,9800,12000');
  });

  it('has the experts, and no name as a formula', async () => {
    const files = watchDownloads();
    const reply = anAnalyticsReply();
    const [only] = reply.experts;
    const experts = only ? [{ ...only, expert: { ...only.expert, displayName: '=1+1' } }] : [];
    const { user } = renderAnalytics('', { ...reply, experts });
    const panelOfExperts = await panel('By expert');
    await user.click(panelOfExperts.getByRole('button', { name: 'Download By expert as CSV' }));
    expect(files.names).toEqual(['sagewire-by-expert-2026-11-15-to-2026-11-21.csv']);
    const [, line] = (await files.read(0))?.split('\r\n') ?? [];
    expect(line).toBe("'=1+1,12418,12400,1204,1412,9800,0.9897,120,0.0212,14,1236000,340000");
  });
});
