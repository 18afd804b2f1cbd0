import type { Page } from '@playwright/test'

export const shell = (page: Page) => {
  const header = page.getByRole('banner')
  const failure = page.getByRole('main').getByRole('alert').first()
  return {
    header,
    logOut: header.getByRole('button', { name: 'Sair' }),
    burger: header.getByRole('button', { name: /menu$/ }).first(),
    userMenu: header.getByRole('button', { name: /^Menu de/ }),
    navigation: page.getByRole('navigation', { name: 'Principal' }),
    link: (name: string) =>
      page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name, exact: true }),
    failure,
    retry: failure.getByRole('button', { name: 'Tentar novamente' }),
  }
}
