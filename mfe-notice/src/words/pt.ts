import { NOTICE_TEXTS } from '@atalaia/contracts/notice-texts'

export const pt = {
  ...NOTICE_TEXTS.pt,
  waiting: 'Um aviso para você',
  opening: 'Abrindo…',

  incompleteTitle: 'Este link está incompleto',
  incompleteText: 'Abra de novo o link do e-mail, inteiro. Se não funcionar, copie-o e cole na barra de endereço.',
  noneTitle: 'Não há aviso para você',
  noneText: 'Quando houver um, ele aparece aqui.',
  failedNetwork: 'Não foi possível falar com o servidor. Verifique sua conexão e tente de novo.',
  failedMany: 'Foram muitos pedidos. Espere um pouco e tente de novo.',
  failedServer: 'O servidor não conseguiu atender agora. Tente de novo em instantes.',

  neverShown: 'As senhas não são guardadas aqui, e esta página não as mostra.',

  todoNone: 'Nada a fazer além de ficar atento a e-mails estranhos.',
  progress: (done: number, all: number) => `${done} de ${all} ${all === 1 ? 'passo feito' : 'passos feitos'}`,
  tickFailed: 'A marca não foi guardada. Tente de novo.',

  proof: 'Já trocou a senha?',
  proofText: 'Digite a senha que você usa agora. Esta página diz se ela está no vazamento.',
  proofHow: 'A senha não sai do seu aparelho',
  proofHowText:
    'O seu navegador embaralha a senha antes de enviar qualquer coisa, com um segredo que só ele tem. O servidor responde sem saber o que foi digitado, e a comparação acontece aqui. Ninguém recebe a sua senha, nem a empresa.',
  proofTrust: 'Na dúvida, não digite: diga apenas que trocou.',
  proofField: 'A senha que você usa agora',
  proofShow: 'Mostrar a senha',
  proofCheck: 'Conferir',
  proofChecking: 'Conferindo…',
  proofLeft: (left: number) => (left === 1 ? 'Resta 1 conferência.' : `Restam ${left} conferências.`),
  proofNone: 'As conferências deste link acabaram. Diga abaixo se você já trocou.',
  proofNoTag:
    'Este vazamento é anterior às conferências. Por isso a página não consegue comparar a senha: diga se você já trocou.',
  proofPartial: 'Parte das senhas vazadas não pode ser comparada.',
  proofForged: 'A resposta do servidor não pôde ser verificada. Nada foi concluído.',
  declared: 'Já troquei',
  changed: 'A senha está trocada e conferida. Obrigado!',
  leakedStill: 'Esta senha está no vazamento. Troque-a em todo lugar em que a usa e volte para conferir.',
  answerFailed: 'A sua resposta não foi enviada.',
  retry: 'Enviar de novo',

  help: 'Outras respostas',
  notMineText: 'O endereço ou a conta não são seus? Diga a quem enviou o aviso.',
  notMineSure: 'Confirmar: não é meu',
  back: 'Voltar',
  question: 'Fazer uma pergunta',
  questionField: 'Sua pergunta',
  questionHint: 'Vai por e-mail para quem enviou o aviso. Não escreva senhas.',
  sending: 'Enviando…',
  stopText: (name: string) => `${name || 'A sua organização'} deixa de enviar avisos de vazamento para este endereço.`,

  privacy: 'Política de privacidade',
  print: 'Imprimir',
  noScript: 'Esta página precisa de JavaScript. O e-mail tem um segundo link, que funciona sem ele.',
}

export type NoticeWords = typeof pt
