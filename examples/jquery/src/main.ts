import { loadAnalytics } from '@atalaia/embed'
import { fetchToken, gateway } from 'example-portal/browser'
import { $ } from 'jquery'
import 'example-portal/portal.css'

const show = () => {
  const dashboard = $('<atalaia-analytics>').attr({
    api: `${gateway}/api`,
    theme: $('#escuro').is(':checked') ? 'dark' : 'light',
  })
  // `.prop(name, function)` would call the function: the property is set on the element itself.
  Object.assign(dashboard[0] ?? {}, { getToken: fetchToken })
  $('#lugar').append(dashboard)
}

$('#versao').text($.fn.jquery)
$('#escuro').on('change', () => $('atalaia-analytics').attr('theme', $('#escuro').is(':checked') ? 'dark' : 'light'))
$('#painel').on('change', () => ($('#painel').is(':checked') ? show() : $('#lugar').empty()))
$('#lugar').on('email-added', ({ originalEvent }) => {
  if (originalEvent instanceof CustomEvent) $('#adicionado').text(`Adicionado aqui: ${originalEvent.detail.email}`)
})

show()
loadAnalytics({ gateway }).catch((error: Error) => console.error(error.message))
