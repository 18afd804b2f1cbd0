// Texts of the card of the first steps, as ICU messages.

export const firstSteps = {
  title: 'Primeiros passos',
  progress: '{done, number} de {all, number}',
  end: 'Dispensar',
  finish: 'Concluir',
  failed: 'Não foi possível salvar. Tente novamente.',
  notLoaded: 'Não foi possível carregar os primeiros passos.',
  again: 'Tentar novamente',
  done: 'feito',
  open: 'a fazer',

  'step.email': 'Confirme seu e-mail',
  'act.email': 'Reenviar o link',
  'step.enderecos': 'Adicione endereços ou verifique um domínio',
  'act.enderecos': 'Adicionar',
  'act.domain': 'Verificar domínio',
  'step.avisos': 'Receber avisos por e-mail? Todo dia, a partir de Alta',
  'act.yes': 'Sim',
  'act.no': 'Não',
  'step.nome': 'Dê um nome à organização',
  'act.nome': 'Dar nome',
  'step.segundo-fator': 'Ligue a verificação em duas etapas',
  'act.segundo-fator': 'Ligar',
  'step.colegas': 'Convide colegas',
  'act.colegas': 'Convidar',
} as const
