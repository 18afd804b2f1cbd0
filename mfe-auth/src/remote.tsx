import type { RemoteContext } from '@atalaia/contracts'
import type { RemoteModule } from '@atalaia/react'
import type { RouteObject } from '@atalaia/react/router'
import { Provider } from '@atalaia/react/redux'
import type { ComponentType } from 'react'
import { createAuthStore, loginRejected } from './store.ts'

/** All pages share one store. */
export const activate: RemoteModule['activate'] = (context) => {
  const store = createAuthStore(context)
  hearRejections(context, () => store.dispatch(loginRejected()))
  const page = (id: string, load: () => Promise<{ Component: ComponentType }>): RouteObject => ({
    id,
    lazy: async () => {
      const { Component } = await load()
      return {
        Component: () => (
          <Provider store={store}>
            <Component />
          </Provider>
        ),
      }
    },
  })
  return [
    page('login', () => import(/* webpackChunkName: "route-login" */ './login/login-page.tsx')),
    page('register', () => import(/* webpackChunkName: "route-register" */ './register/register-page.tsx')),
    page('recover', () => import(/* webpackChunkName: "route-recover" */ './recovery/recover-page.tsx')),
    page('reset', () => import(/* webpackChunkName: "route-reset" */ './recovery/reset-page.tsx')),
    page('confirm', () => import(/* webpackChunkName: "route-confirm" */ './recovery/confirm-page.tsx')),
    page('sign-in', () => import(/* webpackChunkName: "route-sign-in" */ './sign-in/sign-in-page.tsx')),
    page('company', () => import(/* webpackChunkName: "route-company" */ './sign-in/company-page.tsx')),
    page('invitation', () => import(/* webpackChunkName: "route-invitation" */ './organisation/invitation-page.tsx')),
    page('privacy', () => import(/* webpackChunkName: "route-legal" */ './legal/privacy-page.tsx')),
    page('terms', () => import(/* webpackChunkName: "route-legal" */ './legal/terms-page.tsx')),
    page('contact', () => import(/* webpackChunkName: "route-legal" */ './legal/contact-page.tsx')),
    page('accept', () => import(/* webpackChunkName: "route-accept" */ './organisation/accept-page.tsx')),
    page(
      'organisation',
      () => import(/* webpackChunkName: "route-organisation" */ './organisation/organisation-page.tsx'),
    ),
    page('audit', () => import(/* webpackChunkName: "route-audit" */ './audit/audit-page.tsx')),
    page('operator', () => import(/* webpackChunkName: "route-operator" */ './operator/operator-page.tsx')),
    page('account', () => import(/* webpackChunkName: "route-account" */ './account/account-page.tsx')),
  ]
}

const hearRejections = ({ bus, signal }: RemoteContext, heard: () => void): void => {
  const unsubscribe = bus.subscribe('session:changed', (session) => {
    if (session.status === 'anonymous' && session.reason === 'rejected') heard()
  })
  signal.addEventListener('abort', unsubscribe, { once: true })
}
