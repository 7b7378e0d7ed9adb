import { describe, expect, it } from 'vitest';
import { failWith, neverAnswer } from '#test/web/fake-api.ts';
import { aProvider } from '#test/web/fixtures.ts';
import {
  type Form,
  openEdit,
  openNew,
  renderProviders,
  type View,
} from '#test/web/render-providers.ts';

describe('AI providers', () => {
  describe('Test connection', () => {
    const button = (form: Form) => form.getByRole('button', { name: 'Test connection' });
    const typeKey = ({ user }: View, form: Form) =>
      user.type(form.getByLabelText('API key'), 'sk-1');

    it('tests unsaved settings, and shows model and time', async () => {
      const view = renderProviders();
      view.api.on('POST /api/providers/test', {
        ok: true,
        message: 'OpenAI answered.',
        processingTimeMs: 840,
        model: 'gpt-5.6-2026-10-01',
      });
      const form = await openNew(view);
      expect(form.getByText('Makes one small call with these settings.')).toBeDefined();
      await typeKey(view, form);
      await view.user.click(button(form));
      expect(await form.findByText('It works. OpenAI answered.')).toBeDefined();
      expect(form.getByText('gpt-5.6-2026-10-01 · 0.8 s')).toBeDefined();
      expect(view.api.bodiesOf('POST /api/providers/test')).toMatchObject([
        { key: 'openai', config: { apiKey: 'sk-1', model: 'gpt-6.1-terra' } },
      ]);
      expect(view.api.bodiesOf('POST /api/providers')).toEqual([]);
      // Later changes have not been tested.
      await view.user.type(form.getByLabelText('Model'), '2');
      expect(form.queryByText('It works. OpenAI answered.')).toBeNull();
    });

    it('explains a failure', async () => {
      const view = renderProviders();
      const message = 'The AI provider refused the API key. (401 Incorrect API key provided.)';
      const outcome = { ok: false, message, processingTimeMs: 120, model: 'gpt-5' };
      view.api.on('POST /api/providers/test', outcome);
      const form = await openEdit(view);
      await view.user.click(button(form));
      expect(await form.findByText(message)).toBeDefined();
      const [body] = view.api.bodiesOf('POST /api/providers/test');
      expect(body).toMatchObject({ key: 'openai', providerId: aProvider().id });
      expect(JSON.stringify(body)).not.toContain('apiKey');
      view.api.on('POST /api/providers/test', failWith(429, 'Too many requests.'));
      await view.user.click(button(form));
      expect(await form.findByText('Too many requests.')).toBeDefined();
    });

    it('shows that it is waiting', async () => {
      const view = renderProviders();
      view.api.on('POST /api/providers/test', neverAnswer());
      const form = await openEdit(view);
      await view.user.click(button(form));
      const testing = await form.findByRole('button', { name: 'Testing...' });
      expect(testing.hasAttribute('disabled')).toBe(true);
      expect(form.getByText('Waiting for an answer...')).toBeDefined();
    });

    it('names what is missing first', async () => {
      const view = renderProviders();
      const form = await openNew(view);
      await view.user.click(button(form));
      expect(await form.findByText('API key is required')).toBeDefined();
      expect(form.queryByText('Display name is required')).toBeNull();
      expect(view.api.bodiesOf('POST /api/providers/test')).toEqual([]);
    });
  });
});
