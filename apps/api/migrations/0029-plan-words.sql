-- The shop's own plan names the Nether in Russian as the game does; a text that an operator has changed stays.
update product_translations set description = 'Два сервера по 5 слотов, Нижний мир и Край, без рекламы: на месяц.'
  where language = 'RUSSIAN' and description = 'Два сервера по 5 слотов, Незер и Край, без рекламы: на месяц.';
