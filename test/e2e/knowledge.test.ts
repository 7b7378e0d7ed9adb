import { expect, it } from 'vitest';
import { setUpProduct } from './fixture.ts';
import { openPhone, readAnswer, sendText } from './phone.ts';

const fixture = setUpProduct();
const bakery = 'Opening hours\nThe shop at the mill is open from 6:45 to 16:20.\n';

/** As a file from the desktop would be. */
async function dropFile(page: Awaited<ReturnType<typeof openExpert>>, name: string, text: string) {
  const [content, fileName] = [JSON.stringify(text), JSON.stringify(name)];
  const data = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([${content}], ${fileName}, { type: 'text/plain' }));
    return transfer;
  })()`);
  const area = page.getByRole('button', { name: 'Add files' });
  await area.dispatchEvent('drop', { dataTransfer: data });
}

async function openExpert(name: string) {
  const page = await fixture.browser.visit('/experts', { token: fixture.tokens.admin });
  await page.getByRole('main').getByRole('link', { name }).first().click();
  await page.getByRole('heading', { name: 'Knowledge' }).waitFor();
  return page;
}

it('a dropped file answers the next text with its words, and what it lacks is answered by the team', async () => {
  const page = await openExpert('Sol');
  await dropFile(page, 'mill.txt', bakery);
  await page.getByRole('button', { name: 'Publish mill' }).click();
  await page.getByText('Source published').first().waitFor();

  const phone = await openPhone(fixture.browser, 'Sol', '+1 202 555 0171');
  await sendText(phone, 'when is the shop at the mill open');
  expect(await readAnswer(phone, 'Sol', /6:45/)).not.toContain('[[');
  await sendText(phone, 'Sources');
  await readAnswer(phone, 'Sol', /My last answer is from: mill\./);

  await sendText(phone, 'do you sell espresso machines');
  await readAnswer(phone, 'Sol', /Not from my sources/);
  await page.reload();
  await page.getByRole('button', { name: 'Answer: do you sell espresso machines' }).click();
  const dialog = page.getByRole('dialog', { name: 'Answer a question' });
  await dialog
    .getByLabel('Answer', { exact: true })
    .fill('We sell no espresso machines, but we rent one for $25.');
  await dialog.getByRole('button', { name: 'Add answer' }).click();
  await dialog.waitFor({ state: 'detached' });

  await sendText(phone, 'so do you sell espresso machines');
  await readAnswer(phone, 'Sol', /rent one for \$25/);
  const inbox = await fixture.browser.visit('/', { token: fixture.tokens.admin });
  await inbox.getByRole('link', { name: 'Tomás Rivera' }).first().click();
  await inbox.getByText('Answered from its sources').last().waitFor();
});
