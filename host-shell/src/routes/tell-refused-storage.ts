import { PRODUCT_ROUTES, type Bus } from '@atalaia/contracts'
import type { ShellRouter } from './router.tsx'

const TEXT =
  'Este navegador não deixa a página guardar a sessão: depois de recarregar é preciso entrar de novo. Permita que este site guarde dados.'

/** Once, on `/login` (P-SESSION-62). */
export const tellRefusedStorage = (bus: Bus, router: Pick<ShellRouter, 'state' | 'subscribe'>): void => {
  let isTold = false
  const tell = () => {
    if (isTold || router.state.location.pathname !== PRODUCT_ROUTES.login) return
    isTold = true
    bus.publish('toast:requested', { kind: 'warning', text: TEXT })
  }
  router.subscribe(tell)
  tell()
}
