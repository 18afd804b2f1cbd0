import { PRODUCT_ROUTES } from '@atalaia/contracts'
import type { Page } from '@playwright/test'
import type { Account } from './account.ts'

export const loginPage = (page: Page) => {
  const username = page.getByLabel('Usuário')
  const password = page.getByLabel('Senha', { exact: true })
  const submit = page.getByRole('button', { name: 'Login' })
  return {
    open: () => page.goto(PRODUCT_ROUTES.login),
    heading: page.getByRole('heading', { name: 'Atalaia Login' }),
    username,
    password,
    submit,
    alert: page.getByRole('alert'),
    register: page.getByRole('link', { name: 'Solicite acesso' }),
    logIn: async (account: Account) => {
      await username.fill(account.email)
      await password.fill(account.password)
      await submit.click()
    },
  }
}
