import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Dialog, DialogContent } from './dialog.tsx';

it('stays open when Escape takes back a word of an input method, also in Safari', () => {
  render(
    <Dialog defaultOpen>
      <DialogContent title="New expert">
        <input aria-label="Name" />
      </DialogContent>
    </Dialog>,
  );
  const field = screen.getByRole('textbox');
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 229, isComposing: true });
  fireEvent.compositionEnd(field, { data: '' });
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 229, isComposing: false });
  expect(screen.queryByRole('dialog')).not.toBeNull();
  fireEvent.keyDown(field, { key: 'Escape', keyCode: 27 });
  expect(screen.queryByRole('dialog')).toBeNull();
});
