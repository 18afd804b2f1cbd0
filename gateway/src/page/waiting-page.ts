import { escapeHtml } from './escape.ts'

export type WaitingPage = { readonly brand: string; readonly title: string }

/**
 * What stands at a guarded page until the shell is there: its frame and the page's title, in the shell's own classes
 * (host-shell/src/layout), so that a person sees at once where they are and nothing moves when the parts come. The
 * shell knows it by `data-waiting` and puts itself in its place.
 */
export const waitingPage = ({ brand, title }: WaitingPage): string =>
  [
    '<div class="shell-layout" data-waiting>',
    '<div class="shell-header ui-chrome"></div>',
    '<div class="shell-sidebar ui-chrome"><div class="shell-sidebar-inner">',
    `<div class="shell-brand"><span class="shell-brand-room"></span>${escapeHtml(brand)}</div>`,
    '</div></div>',
    '<main class="shell-content" aria-busy="true">',
    '<div class="ui-page-header">',
    '<div class="ui-breadcrumb"><span class="ui-breadcrumb__label">YOU ARE HERE</span></div>',
    `<p class="ui-page-header__title">${escapeHtml(title)}</p>`,
    '</div></main></div>',
  ].join('')
