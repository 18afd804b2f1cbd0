import { Component, inject } from '@angular/core'
import { RouterLink, RouterOutlet } from '@angular/router'
import { SCREEN } from './shell'

@Component({
  selector: 'angular-screen',
  imports: [RouterLink, RouterOutlet],
  template: `
    <section class="angular">
      <h1>Feito em Angular</h1>
      <p>
        <a [routerLink]="basename">Início</a>
        <a [routerLink]="basename + '/falhas'">Falhas</a>
      </p>
      <router-outlet />
    </section>
  `,
})
export class App {
  readonly basename = inject(SCREEN).navigation.basename
}
