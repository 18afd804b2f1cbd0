// Texts of the alerts that browsers show, as ICU messages.

export const push = {
  lead: 'O navegador mostra o que uma importação traz de novo, também com esta página fechada. O aviso não leva senha nem endereço inteiro.',
  logout: 'Em computador compartilhado, saia da conta ao terminar: isso desliga os avisos dele.',
  off: 'Esta instalação não envia avisos a navegadores.',
  unsupported:
    'Este navegador não recebe avisos desta página. Janelas privadas não os recebem; no iPhone e no iPad, só páginas adicionadas à Tela de Início.',
  denied:
    'As notificações desta página estão bloqueadas neste navegador. Para desbloquear, abra as permissões do site, ao lado do endereço, permita Notificações e volte aqui.',
  on: 'Os avisos estão ligados neste navegador.',
  turnOn: 'Ligar neste navegador',
  turningOn: 'Ligando… Responda à pergunta do navegador.',
  dismissed: 'O navegador ainda espera a sua permissão. Ligue de novo e escolha Permitir.',
  unreachable: 'O navegador não conseguiu um endereço para avisos. Verifique a conexão e tente de novo.',
  browsers: 'Navegadores com avisos ligados',
  here: 'Este navegador',
  facts: 'Desde {since}. Último aviso: {last}.',
  test: 'Testar',
  tested: 'O aviso de teste está a caminho de {device}.',
  turnOff: 'Desligar',
  remove: 'Remover',
  what: '{action}: {device}, desde {since}',
} as const
