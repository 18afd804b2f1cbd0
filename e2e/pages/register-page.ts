import { PRODUCT_ROUTES } from '@atalaia/contracts'
import type { Page } from '@playwright/test'
import type { Account } from './account.ts'

export const registerPage = (page: Page) => {
  const email = page.getByLabel('Email')
  const password = page.getByLabel('Password', { exact: true })
  const confirmation = page.getByLabel('Confirm Password', { exact: true })
  const submit = page.getByRole('button', { name: 'Register' })
  return {
    open: () => page.goto(PRODUCT_ROUTES.register),
    email,
    password,
    confirmation,
    submit,
    register: async (account: Account) => {
      await email.fill(account.email)
      await password.fill(account.password)
      await confirmation.fill(account.password)
      await submit.click()
    },
  }
}
