import { Component, VERSION, signal } from '@angular/core'
import { AtalaiaAnalytics } from '@atalaia/embed/angular'

@Component({
  selector: 'app-portal',
  imports: [AtalaiaAnalytics],
  templateUrl: './portal.html',
})
export class Portal {
  readonly version = VERSION.full
  readonly gateway = document.querySelector<HTMLMetaElement>('meta[name="atalaia"]')?.content ?? ''
  readonly open = signal(true)
  readonly dark = signal(false)
  readonly added = signal<readonly string[]>([])
  readonly failed = signal('')

  readonly fetchToken = async (): Promise<string> => {
    const answer = await fetch('/atalaia-token', { method: 'POST' })
    if (!answer.ok) throw new Error(`/atalaia-token: ${answer.status}`)
    return answer.text()
  }

  remember(email: string) {
    this.added.update((before) => [...before, email])
  }
}
