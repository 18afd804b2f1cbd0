import { GATEWAY_ADDRESSES } from '@atalaia/contracts'
import { openKit } from '../../testing/kit.ts'
import { expect, test } from '../../testing/test.ts'

test.beforeEach(async ({ signIn }) => signIn())

// Rule: P-KIT-10, P-KIT-11
test('each rule of the validation page speaks from the third character on, the email rule from the first', async ({
  page,
}) => {
  await openKit(page, 'forms/validation')
  const refused = async (label: string, text: string, says: string) => {
    const field = page.getByLabel(label, { exact: true })
    await field.fill(text)
    await expect(field).toHaveAccessibleDescription(new RegExp(says))
  }
  const taken = async (label: string, text: string) => {
    const field = page.getByLabel(label, { exact: true })
    await field.fill(text)
    await expect(field).not.toHaveAttribute('aria-invalid')
  }
  await taken('Tamanho mínimo', 'ab')
  await refused('Tamanho mínimo', 'abc', 'Use pelo menos 10 caracteres')
  await refused('Email', 'a', 'Informe um email válido')
  await refused('Número', 'abc', 'Informe um número')
  await refused('Faixa', '101', 'de 10 a 100')
  await refused('Senha', '12345', 'Use pelo menos 6 caracteres')
  await refused('Repita a senha', '123456', 'As senhas não são iguais')
  await refused('Site', 'exemplo', 'Informe um endereço completo')
  await page.getByLabel('Simples').fill('abc')
  await refused('Simples', '', 'Preencha este campo')
  await page.getByRole('button', { name: 'Validar' }).click()
  await expect(page.getByLabel('Simples')).toBeFocused()

  const right = {
    Simples: 'abc',
    'Tamanho mínimo': 'dez caracteres',
    Email: 'ana@empresa.example',
    Número: '7',
    Faixa: '10',
    Senha: '123456',
    'Repita a senha': '123456',
    Site: 'https://empresa.example',
  }
  for (const [label, text] of Object.entries(right)) await taken(label, text)
  await page.getByRole('button', { name: 'Validar' }).click()
  await expect(page.getByText('Tudo certo. Nada foi enviado.')).toBeVisible()
})

// Rule: P-KIT-12, P-KIT-13, P-KIT-14
test('the wizard goes its four steps, says what is missing, keeps what was typed, and sends nothing', async ({
  page,
}) => {
  await openKit(page, 'forms/wizard')
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET' && !request.url().includes(GATEWAY_ADDRESSES.reports)) sent.push(request.url())
  })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const current = page.locator('[aria-current="step"]')
  const progress = page.getByRole('progressbar', { name: 'Progresso' })
  await expect(page.getByRole('listitem').filter({ hasText: /^[1-4] / })).toHaveText([
    '1 Your Details',
    '2 Shipping',
    '3 Pay',
    '4 Thank you',
  ])
  await expect(button('Previous')).toBeDisabled()
  await page.getByLabel('Nome de usuário').fill('ana')
  await button('Next').click()
  await expect(page.getByLabel('Email')).toBeFocused()
  await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Preencha este campo.')
  await page.getByLabel('Email').fill('ana@empresa.example')
  await page.getByLabel('Endereço').fill('Rua do Sol, 10')
  await button('Next').click()

  await expect(current).toHaveText('2 Shipping')
  await page.getByLabel('País de destino').selectOption('Brasil')
  await expect(page.getByLabel('Envio').locator('option')).toHaveText(['Escolha', 'Australia Post', 'DHL US', 'Other'])
  await page.getByLabel('Envio').selectOption('DHL US')
  await page.getByLabel('CEP').pressSequentially('12345678')
  await expect(page.getByLabel('CEP')).toHaveValue('123456')
  await button('Previous').click()
  await expect(page.getByLabel('Email')).toHaveValue('ana@empresa.example')
  await button('Next').click()
  await expect(page.getByLabel('CEP')).toHaveValue('123456')
  await button('Next').click()

  await expect(page.getByLabel('Cartão', { exact: true }).locator('option')).toHaveText([
    'Escolha',
    'Visa',
    'Mastercard',
    'Other',
  ])
  await page.getByLabel('Nome no cartão').fill('ANA')
  await page.getByLabel('Cartão', { exact: true }).selectOption('Mastercard')
  await page.getByLabel('Número do cartão').pressSequentially('4111-1111x11111111')
  await page.getByLabel('Validade').pressSequentially('12')
  await button('Next').click()
  await expect(page.getByLabel('Validade')).toHaveAccessibleDescription(/Complete o campo, como 00\/00/)
  await page.getByLabel('Validade').press('End')
  await page.getByLabel('Validade').pressSequentially('27')
  await button('Next').click()

  await expect(current).toHaveText('4 Thank you')
  await expect(progress).toHaveAttribute('value', '100')
  await button('Finish').click()
  await expect(current).toHaveText('1 Your Details')
  await expect(page.getByLabel('Nome de usuário')).toHaveValue('')
  expect(sent).toEqual([])
})
