import { Component, signal } from '@angular/core'

@Component({
  template: `
    <p>{{ draw() }}</p>
    <button type="button" (click)="broken.set(true)">Falhar ao desenhar</button>
    <button type="button" (click)="throwNow()">Falhar num evento</button>
    <button type="button" (click)="rejectLater()">Rejeitar</button>
  `,
})
export class FaultsPage {
  readonly broken = signal(false)

  draw(): string {
    if (this.broken()) throw new Error('angular: render')
    return 'Inteiro'
  }

  throwNow(): void {
    throw new Error('angular: event')
  }

  rejectLater(): void {
    setTimeout(() => void Promise.reject(new Error('angular: promise')))
  }
}
