import { Component, DestroyRef, inject, signal } from '@angular/core'
import type { SessionState } from '@atalaia/contracts'
import { addresses } from './addresses'
import { SCREEN } from './shell'

@Component({
  template: `
    @if (session(); as state) {
      @if (state.status === 'active') {
        <p>Sessão de {{ state.user.email }}, com {{ state.token ? 'token' : 'nada' }}</p>
      }
    }
    <p role="status">{{ answer() }}</p>
    <p>{{ theme() }}, {{ locale }}</p>
  `,
})
export class HomePage {
  readonly session = signal<SessionState | undefined>(undefined)
  readonly theme = signal('')
  readonly answer = signal('…')
  readonly locale: string

  constructor() {
    const { bus, http, locale } = inject(SCREEN)
    this.locale = locale
    const ends = inject(DestroyRef)
    ends.onDestroy(bus.subscribe('session:changed', (state) => this.session.set(state)))
    ends.onDestroy(bus.subscribe('theme:changed', ({ theme }) => this.theme.set(theme)))
    void http?.get('/emails', addresses).then((result) => {
      this.answer.set(result.ok ? `${result.value.length} endereços` : result.failure.kind)
    })
  }
}
