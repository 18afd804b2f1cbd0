import { analyticsPath } from '../pages/analytics-page.ts'
import { loginPage } from '../pages/login-page.ts'
import { registerPage } from '../pages/register-page.ts'
import { newAccount } from '../testing/account.ts'
import { expectAccessibleInDarkAndLight } from '../testing/axe.ts'
import { writeCombo } from '../testing/combo-file.ts'
import { startMailbox } from '../testing/mailbox.ts'
import { startNameServer } from '../testing/name-server.ts'
import { expect, test } from '../testing/test.ts'

const domain = 'avisados.com.br'
const [ana, bia, caio] = ['ana', 'bia', 'caio'].map((name) => `${name}@${domain}`) as [string, string, string]
const LINK = /https?:\/\/[^\s"<]+\/aviso#[\w-]{43}/

// Rule: P-NOTICE-20, P-NOTICE-22, P-NOTICE-40, P-NOTICE-43, P-NOTICE-44, P-NOTICE-46, P-NOTICE-47
test('three people hear of a leak at once; one proves the change, one says that it is not theirs, one opens it', async ({
  page,
  browser,
  startOwnStack,
}) => {
  page.setDefaultTimeout(15_000)
  const [names, mailbox] = await Promise.all([startNameServer(), startMailbox()])
  const stack = await startOwnStack({ DNS_SERVERS: names.address, OWNERSHIP_CHECK: 'on', SMTP_URL: mailbox.url })
  const go = (path: string) => page.goto(`${stack.url}${path}`)
  const account = newAccount()
  const opened = async (email: string) => {
    const { pathname, hash } = new URL(await mailbox.find(email, LINK))
    const person = await (await browser.newContext({ locale: 'pt-BR' })).newPage()
    await person.goto(`${stack.url}${pathname}${hash}`)
    await expect(person.getByRole('heading', { name: 'Há um aviso para você' })).toBeVisible()
    await expect(person.getByText('vazou na folha')).toHaveCount(0)
    await person.getByRole('button', { name: 'Abrir o aviso' }).click()
    await expect(person.getByRole('heading', { name: 'Dados seus apareceram em um vazamento' })).toBeFocused()
    return person
  }
  try {
    await test.step('the domain is proved, and an import finds three people', async () => {
      await go('/register')
      await registerPage(page).register(account)
      await loginPage(page).logIn(account)
      await expect(page).toHaveURL(new RegExp(`${analyticsPath}$`))
      const { pathname, hash } = new URL(await mailbox.find(account.email, /https?:\/\/[^\s"<]+\/confirmar#[\w-]{43}/))
      await go(pathname + hash)
      await page.getByRole('button', { name: 'Confirmar' }).click()
      await expect(page.getByText('E-mail confirmado.')).toBeVisible()
      await go(`${analyticsPath}/dominios`)
      await page.getByRole('textbox', { name: 'Domínio' }).fill(domain)
      await page.keyboard.press('Enter')
      const record = await page
        .getByText(/^atalaia-verification=/)
        .first()
        .textContent()
      await names.publish(`_atalaia.${domain}`, record ?? '')
      await page.getByRole('button', { name: `Verificar agora: ${domain}` }).click()
      await expect(page.getByText('Verificado por DNS')).toBeVisible()
      const { path } = await writeCombo([ana, bia, caio].map((address) => ({ address, password: 'a senha de antes' })))
      await stack.leaksImport(path, 'folha')
    })

    await test.step('the cases are chosen, and three people notified at once', async () => {
      await go(`${analyticsPath}/casos`)
      await page
        .getByRole('checkbox', { name: /todos|página/i })
        .first()
        .check()
      await page.getByRole('button', { name: 'Avisar' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByLabel('Texto acima').fill('Olá. A folha foi atacada.')
      await expectAccessibleInDarkAndLight(page, 'dialog of notices')
      await dialog.getByRole('button', { name: 'Enviar para 3 pessoas' }).click()
      await expect(dialog.getByText('3 pessoas avisadas.')).toBeVisible()
      await dialog.getByRole('button', { name: 'Fechar' }).last().click()
    })

    await test.step('one proves that the password is another one', async () => {
      const person = await opened(ana)
      await expect(person.getByText('Olá. A folha foi atacada.')).toBeVisible()
      await expectAccessibleInDarkAndLight(person, 'notice')
      await person.getByRole('checkbox', { name: /^Troque a senha/ }).check()
      const typed = person.getByLabel('A senha que você usa agora')
      const sent: string[] = []
      person.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
      await typed.fill('a senha de antes')
      await person.keyboard.press('Enter')
      await expect(person.getByText(/^Esta senha está no vazamento/)).toBeVisible()
      await typed.fill('uma senha bem nova')
      await person.keyboard.press('Enter')
      await expect(person.getByText(/^A senha está trocada e conferida/)).toBeVisible()
      expect(sent.join('\n')).not.toMatch(/senha de antes|bem nova/)
      await person.context().close()
    })

    await test.step('one says that it is not theirs, one only looks', async () => {
      const other = await opened(bia)
      await other.getByText('Não é meu', { exact: true }).click()
      await other.getByRole('button', { name: 'Confirmar: não é meu' }).click()
      await expect(other.getByText(/^Você disse que este endereço não é seu/)).toBeVisible()
      await other.context().close()
      await (await opened(caio)).context().close()
    })

    await test.step('staff see the answers in the cases and in the audit log', async () => {
      await page.reload()
      const row = (email: string) => page.getByRole('row').filter({ hasText: email })
      await expect(row(ana)).toContainText('Trocada, conferida')
      await expect(row(bia)).toContainText('Diz que não é sua')
      await expect(row(caio)).toContainText('Aviso aberto')
      await page
        .getByRole('checkbox', { name: /todos|página/i })
        .first()
        .check()
      await page.getByRole('button', { name: 'Avisar' }).click()
      await expect(page.getByRole('dialog').getByText('Já recebeu um aviso há menos de um dia').first()).toBeVisible()
    })
  } finally {
    names.stop()
    mailbox.stop()
  }
})
