/** Help of fields of coupons, promotions and rewards in German, by the description of the API. */
export const loyaltyHelp: Readonly<Record<string, string>> = {
  'Name of the offer, as an audience sees it.': 'So heißt das Angebot für dein Publikum.',
  ['Code, 3 to 64 letters, digits, `_` and `-`, kept in capital letters and compared in any case; 10 random ' +
  'characters when left out.']:
    '3 bis 64 Buchstaben, Ziffern, Unter- und Bindestriche; Groß- und Kleinschreibung macht keinen ' +
    'Unterschied. Leer: zehn zufällige Zeichen.',
  'Effect of the coupon, needed without `promotionId`; replaced as a whole.': 'Was der Gutschein bewirkt.',
  ['`percent` and `amount` lower the price, `fixedPrice` is the new price of a piece, `freeItem` takes ' +
  'pieces off, `freeShipping` the shipping, `tokens` gives tokens to the contact.']:
    'Prozente und Betrag senken den Preis. Festpreis: neuer Preis eines Stücks. Gratis: Stücke oder Versand ' +
    'kosten nichts. Token: Der Kontakt bekommt welche.',
  'Percent with up to two decimals, for `percent`.': 'Bis zu zwei Stellen hinter dem Komma.',
  'Largest discount of one use in minor units; needs `currency`.': 'Höchster Rabatt einer Einlösung.',
  'Minor units for `amount` and `fixedPrice`, whole tokens (at most 10^12) for `tokens`.':
    'Betrag des Rabatts, neuer Preis oder Anzahl der Token.',
  'Currency of the amounts.': 'Währung der Beträge.',
  'Article, for `freeItem`.': 'Artikel, der gratis ist.',
  'Pieces of the article, for `freeItem`; 1 by default.': 'Stücke, die gratis sind. Leer: eines.',
  'Token, for `tokens`; `POINTS` by default.': 'Art der Token. Leer: POINTS.',
  ['Promotion with trigger `code` whose effects the code gives, in place of `discount`: within the state, ' +
  'times, limits and budget of both. What it lowers and how it combines is then said by the promotion.']:
    'Aktion, die der Code auslöst, anstelle eines eigenen Rabatts. Zeiten, Grenzen und Budget beider gelten.',
  'Moment from which it can be used; that of its creation by default.': 'Ab dann gilt er. Leer: sofort.',
  'Moment from which it can be used no longer; null for never.': 'Ab dann gilt er nicht mehr. Leer: kein Ende.',
  'Hours in which it can be used; always when empty.': 'Stunden, in denen es gilt. Leer: immer.',
  ['Days in place of `days`, as a recurrence (RFC 5545) such as `FREQ=MONTHLY;BYDAY=1SA`; `INTERVAL` counts ' +
  'from the begin of the offer.']: 'Wiederkehrende Tage anstelle von Wochentagen, etwa der erste Samstag jedes Monats.',
  'Begin, `17:00`.': 'Beginn, etwa 17:00.',
  'End, `19:00`; at or before `from` it is on the next day.': 'Ende, etwa 19:00. Vor dem Beginn: am nächsten Tag.',
  'Time zone of the clock; that of the account when left out.': 'Zeitzone der Uhrzeiten. Leer: die des Kontos.',
  'Uses by all people; 1 by default for codes of a batch, null for no limit.':
    'Einlösungen des Codes durch alle Personen. Leer: keine Grenze.',
  'Uses by one contact; 1 by default, null for no limit.': 'Einlösungen durch einen Kontakt. Leer: keine Grenze.',
  'Sum of all discounts; null for no limit.': 'Summe aller Rabatte. Leer: keine Grenze.',
  'Whole minor units: cents of EUR, yen of JPY.': 'Betrag in der Währung daneben.',
  'Currency of ISO 4217.': 'Währung des Betrags.',
  'Least price of an order before discounts.': 'Mindestpreis einer Bestellung vor Rabatten.',
  'Part of an order that the discount lowers; all of it when left out.':
    'Teil der Bestellung, den der Rabatt senkt. Leer: alles.',
  'Articles; one match of `skus` or `categories` is enough.': 'Ein Treffer bei Artikeln oder Kategorien genügt.',
  'Categories of articles.': 'Kategorien von Artikeln.',
  'Payment links.': 'Nur für diese Zahlungslinks.',
  'Events.': 'Nur für diese Veranstaltungen.',
  'Places.': 'Nur für diese Orte.',
  'Vendors.': 'Nur für diese Anbieter.',
  'Live streams whose payment links it applies to.': 'Livestreams, für deren Zahlungslinks er gilt.',
  'People who may use it, by one of the three; everyone when left out.':
    'Wer ihn nutzen darf: ein Segment, ein Filter oder ein Kontakt. Leer: alle.',
  'Members of this segment.': 'Mitglieder dieses Segments.',
  'This contact alone.': 'Nur dieser Kontakt.',
  'Whether it is for contacts who have not bought yet.': 'Nur für Kontakte, die noch nichts gekauft haben.',
  'Behaviour beside other offers; replaced as a whole.': 'Verhalten neben anderen Angeboten.',
  'Part of the price that it lowers, and its place in the order of evaluation; follows the discount.':
    'Teil des Preises, den er senkt: erst Artikel, dann Bestellung, dann Versand.',
  'Part of the price that it lowers, and its place in the order of evaluation.':
    'Teil des Preises, den sie senkt: erst Artikel, dann Bestellung, dann Versand.',
  'Classes of offers that may apply beside it, if they agree; none.':
    'Arten von Angeboten, die daneben gelten dürfen. Leer: keine.',
  'Classes of offers that may apply beside it, if they agree.': 'Arten von Angeboten, die daneben gelten dürfen.',
  'Whether it applies alone or not at all; false by default.': 'Er gilt allein oder gar nicht.',
  'Whether it applies alone or not at all.': 'Sie gilt allein oder gar nicht.',
  'Smaller numbers first; 100 by default.': 'Kleinere Zahlen zuerst. Leer: 100.',
  'Smaller numbers first.': 'Kleinere Zahlen zuerst.',
  'Number of coupons; more than one have generated codes.': 'Anzahl der Gutscheine. Ab zwei sind die Codes zufällig.',
  'Shape of generated codes.': 'Aussehen der zufälligen Codes.',
  'Beginning of each code.': 'Anfang jedes Codes.',
  'Random characters; 10 by default.': 'Zufällige Zeichen. Leer: zehn.',
  'End of each code.': 'Ende jedes Codes.',
  'Time from `startsAt` to the end in place of `expiresAt`: `P30D`, `PT90M`.':
    'Zeit vom Beginn bis zum Ende, anstelle eines festen Endes.',
  'Discount taken back in all, in minor units; all of it and the use itself when left out.':
    'Rabatt, der insgesamt zurückgenommen wird. Leer: der ganze, samt der Einlösung.',
  'Reason, for the records.': 'Grund, für die Akten.',
  'Name for the team.': 'So heißt sie für dein Team.',
  'Applies of itself, or where its code or that of one of its coupons is typed.':
    'Gilt von selbst, oder mit ihrem Code oder dem eines ihrer Gutscheine.',
  'Code for trigger `code`, kept in capital letters and compared in any case; without one, its coupons give it.':
    'Code, der sie auslöst. Leer: Nur ihre Gutscheine lösen sie aus.',
  'Moment from which it applies; that of its creation by default.': 'Ab dann gilt sie. Leer: sofort.',
  'Moment from which it applies no longer; null for never.': 'Ab dann gilt sie nicht mehr. Leer: kein Ende.',
  'Effects, applied in their order.': 'Was sie bewirkt, in dieser Reihenfolge.',
  ['`orderPercent` and `orderAmount` lower the price of all lines, `itemPercent` and `itemAmount` that of ' +
  'each piece; `fixedPrice` is a new price of each piece, `freeItem` takes pieces off, `buyXGetY` makes the ' +
  'cheapest pieces of a set cheaper, `bundlePrice` is the price of a set, `tieredSpend` depends on the ' +
  'amount spent, `freeShipping` takes the shipping off; `grantTokens` and `issueCoupon` give something for ' +
  'the purchase.']:
    'Rabatt auf die Bestellung oder je Stück, neuer Preis, Gratisstücke, Mengen- und Setpreise, Staffeln, ' +
    'Versand, Token oder ein Gutschein.',
  'Percent with up to two decimals.': 'Bis zu zwei Stellen hinter dem Komma.',
  'Minor units of `currency`; whole tokens for `grantTokens`.': 'Betrag in der Währung der Aktion, oder ganze Token.',
  'Article of `freeItem`.': 'Artikel, der gratis ist.',
  'Pieces of `freeItem`, or of a set of `bundlePrice`.': 'Stücke, die gratis sind oder ein Set bilden.',
  'Pieces of a set at their price.': 'Stücke eines Sets zum vollen Preis.',
  'Pieces of a set that cost less: the cheapest ones.': 'Stücke eines Sets, die weniger kosten: die günstigsten.',
  'Most sets of one cart.': 'So viele Sets höchstens je Warenkorb.',
  'Articles of a set of `bundlePrice`; any pieces of the target when left out.':
    'Artikel eines Sets. Leer: beliebige Stücke.',
  'Article.': 'Artikel.',
  'Pieces of it.': 'Stücke davon.',
  'Tiers of `tieredSpend`; the highest one reached holds.': 'Staffeln; die höchste erreichte gilt.',
  'Amount spent from which the tier holds.': 'Betrag, ab dem die Staffel gilt.',
  'Percent off.': 'Prozent Rabatt.',
  'Amount off.': 'Rabatt als Betrag.',
  'Token of `grantTokens`; `POINTS` by default.': 'Art der Token. Leer: POINTS.',
  'Reward that the tokens belong to.': 'Belohnung, zu der die Token zählen.',
  'Gives `amount` tokens for each such amount that is paid.':
    'So viele Token für jeden solchen Betrag, der bezahlt wird.',
  'Coupon of which `issueCoupon` gives the buyer a copy.': 'Gutschein, von dem der Käufer einen eigenen bekommt.',
  'Lines that the effect is for; all when left out.': 'Zeilen, für die es gilt. Leer: alle.',
  'Carts of these payment links.': 'Warenkörbe dieser Zahlungslinks.',
  'Carts of these events.': 'Warenkörbe dieser Veranstaltungen.',
  'Carts of these places.': 'Warenkörbe dieser Orte.',
  'Carts of these vendors.': 'Warenkörbe dieser Anbieter.',
  'Lines that satisfy this filter: its fields are `line.sku`, `line.quantity`, ….':
    'Zeilen, die diesen Filter erfüllen.',
  'Currency of its amounts; needed where it has any.': 'Währung ihrer Beträge.',
  'Largest discount of one cart in minor units.': 'Höchster Rabatt eines Warenkorbs.',
  'Most uses; null for no limit.': 'So oft höchstens. Leer: keine Grenze.',
  'Uses by all people.': 'Durch alle Personen.',
  'Uses by one contact; people without a contact are refused at checkout.':
    'Durch einen Kontakt. Wer keiner ist, bekommt sie dann nicht.',
  'Uses of one day, in the time zone of the account.': 'An einem Tag, in der Zeitzone des Kontos.',
  'Budget; null for none.': 'Budget. Leer: keines.',
  'Sum of discounts in minor units, or a number of uses.': 'Summe der Rabatte, oder Anzahl der Einlösungen.',
  'The budget.': 'Höhe des Budgets.',
  'Name of a group of promotions.': 'Name einer Gruppe von Aktionen.',
  'Most promotions of the group on one cart; 1 by default.': 'So viele der Gruppe höchstens je Warenkorb. Leer: eine.',
  'Percentages are of the price that earlier offers left, or of the price before any.':
    'Prozente vom Preis nach früheren Angeboten, oder vom ersten Preis.',
  'Among offers that do not combine: the largest discount, or the smallest priority.':
    'Unter Angeboten, die sich ausschließen: der größte Rabatt, oder die kleinste Zahl der Priorität.',
  'Appearance to buyers.': 'So sehen Käufer sie.',
  'Title, as buyers see it.': 'Titel für Käufer.',
  'Short label.': 'Kurzes Etikett.',
  'Image.': 'Bild.',
  'Terms.': 'Bedingungen.',
  'Percent of people who do not get it, to measure what it changes.':
    'So viel Prozent der Personen bekommen sie nicht: So misst du, was sie bewirkt.',
  'Future of the coupons: they stay without effect, or are archived within seconds; `keep` by default.':
    'Was aus den Gutscheinen wird: Sie bleiben ohne Wirkung, oder sie werden archiviert.',
  'Name, as an audience sees it.': 'So heißt es für dein Publikum.',
  'Kind of the reward.': 'Art der Belohnung.',
  'Name of the token.': 'Art der Token.',
  'Tokens of a grant, or for each event or unit of a rule.': 'So viele Token, bei einer Regel für jedes Mal.',
  'Contact of a grant.': 'Wer sie bekommt.',
  'Reason, in the statement of the contact.': 'Grund; er steht im Kontoauszug des Kontakts.',
  'Moment until which a grant is pending; null for none.': 'Ab dann verfügbar. Leer: sofort.',
  'Moment at which unspent tokens expire; null for never.': 'Dann verfallen nicht ausgegebene. Leer: nie.',
  'Time after which unspent tokens expire; not beside `expiresAt`.':
    'Nach dieser Zeit verfallen nicht ausgegebene Token.',
  ['Event of a rule: the name of a fact about a person or of a tracked event. Short for common ones: ' +
  '`stream.watched`, `payment.succeeded`, `coupon.redeemed`.']:
    'Wofür es Token gibt: ein übliches Ereignis aus der Liste, oder jedes andere deiner Kontakte.',
  'Comparisons of the properties of the event, `{prop, is, value}`, as in a filter.':
    'Nur Ereignisse mit diesen Eigenschaften zählen. Leer: alle.',
  'Unit of a rule: the amount is given for each whole unit. Once per event if null.':
    'Token für jede volle Einheit, etwa je fünf Minuten. Leer: einmal je Ereignis.',
  'Length of watching that earns the amount; the rest counts on.':
    'Dauer des Zusehens, die das verdient; der Rest zählt weiter.',
  'Minor units that earn the amount.': 'Bezahlter Betrag, der das verdient.',
  'Currency of the minor units; any when left out.': 'Währung des Betrags. Leer: jede.',
  ['Property of the event that holds the number; by default `seconds` for a duration and `amountMinor` for ' +
  'an amount.']: 'Eigenschaft des Ereignisses mit der Zahl. Leer: seine Sekunden oder sein Betrag.',
  'Limits of a rule in tokens, held to the unit. The last grant may be cut to fit.':
    'Höchstgrenzen in Token, auf das Stück genau. Die letzte Gabe wird passend gekürzt.',
  'Limit for each contact.': 'Grenze je Kontakt.',
  'Most tokens of the rule for one contact within a period.': 'So viele Token höchstens je Kontakt und Zeitraum.',
  'Period, in the time zone of the account.': 'Zeitraum, in der Zeitzone des Kontos.',
  'Most tokens of the rule on one day, in the time zone of the account.':
    'So viele Token höchstens an einem Tag, in der Zeitzone des Kontos.',
  'Most tokens of the rule in all, also those that were taken back.':
    'So viele Token höchstens insgesamt, auch zurückgenommene.',
  'Most tokens that a rule gives in all, without those that were taken back; null for no limit.':
    'So viele Token höchstens insgesamt, ohne zurückgenommene. Leer: keine Grenze.',
  'Rule whose caps and budget a grant counts towards: 409 `cap_reached` beyond them.':
    'Regel, auf deren Grenzen und Budget die Gabe zählt.',
  'Filter of contacts for which a rule holds; all when null.': 'Kontakte, für die sie gilt. Leer: alle.',
  'First moment of a rule or perk; null for at once.': 'Ab dann gilt es. Leer: sofort.',
  'End of a rule or perk; null for none.': 'Ab dann gilt es nicht mehr. Leer: kein Ende.',
  'Tokens that a perk costs.': 'So viele Token kostet sie.',
  'Thing that a perk gives.': 'Was man dafür bekommt.',
  ['`webhook`: your program hands it out on `loyalty.reward.redeemed`. `manual`: people do, at a counter. ' +
  '`coupon`: the contact gets a coupon for one use, a copy of `couponId` or one of `promotionId`.']:
    'Webhook: dein Programm gibt sie aus. Von Hand: Personen an einer Theke. Gutschein: ein eigener für eine ' +
    'Einlösung.',
  'Coupon of which the contact gets a copy (`coupon`).': 'Gutschein, von dem der Kontakt einen eigenen bekommt.',
  'Promotion with trigger `code` of which the contact gets a coupon, in place of `couponId` (`coupon`).':
    'Aktion mit Code, von der der Kontakt einen Gutschein bekommt, statt der Kopie eines Gutscheins.',
  'Words for the one who hands it out.': 'Hinweis für die Person, die sie ausgibt.',
  'Pieces of a perk in all; null for no limit.': 'Stücke insgesamt. Leer: keine Grenze.',
  'Times that one contact may take a perk; null: any.': 'So oft je Kontakt. Leer: beliebig.',
  'First state of a rule, `draft` by default; a perk is active by default. A grant has none.':
    'Zustand am Anfang; ein Entwurf gibt nichts.',
  'Reason, in the fact.': 'Grund, für die Akten.',
  'Whether a spent part is left out or refuses; `partial` by default.':
    'Ist ein Teil schon ausgegeben: den Rest zurücknehmen oder ablehnen.',
  'The contact.': 'Der Kontakt.',
  'Contact that gives.': 'Wer gibt.',
  'Contact that gets them.': 'Wer sie bekommt.',
  'Number of tokens.': 'Anzahl der Token.',
  'Name of the token; `POINTS` by default.': 'Art der Token. Leer: POINTS.',
  'Your name of the movement; a repeat moves nothing.': 'Ein eigener Name; eine Wiederholung bewegt nichts.',
  ['Archives a coupon, or all coupons of a batch: codes are unknown from then on, open reservations are ' +
  'released, and uses stay.']:
    'Archiviert ihn: Der Code gilt nicht mehr, offene Reservierungen enden, Einlösungen bleiben.',
  ['Takes a use back, or a part of its discount: the coupon can be used once more, and its budget has the ' +
  'discount again. A repeat answers the same. A reservation is released.']:
    'Nimmt eine Einlösung oder einen Teil ihres Rabatts zurück: Der Gutschein gilt einmal mehr, und sein ' +
    'Budget hat den Rabatt wieder.',
  ['Archives a promotion: carts get it no longer. Its uses stay, and purchases that hold it keep it. Its ' +
  'coupons give nothing from then on (`promotion_not_running`), or are archived with it.']:
    'Archiviert sie: Warenkörbe bekommen sie nicht mehr. Einlösungen bleiben. Ihre Gutscheine geben nichts ' +
    'mehr, oder sie werden mit archiviert.',
  ['Archives a rule or perk; what it gave stays. Of a grant, the unspent part is taken back by a transaction ' +
  'of its own, and so is what a hold or a refund gives back later; with `onShortfall: fail` only when ' +
  'nothing was spent.']:
    'Archiviert eine Regel oder Prämie; was sie gab, bleibt. Von einer Gabe wird zurückgenommen, was nicht ' +
    'ausgegeben ist.',
  'Moves tokens from one contact to another; they expire as before.':
    'Überträgt Token von einem Kontakt auf einen anderen; sie verfallen wie zuvor.',
  'a rule begins to give tokens.': 'Die Regel beginnt, Token zu geben.',
  'a rule or perk stops for a while.': 'Sie hält eine Weile an.',
  'a paused rule or perk goes on.': 'Sie läuft weiter.',
  'a rule or perk is over.': 'Sie ist vorbei.',
  'it cannot be used until it resumes.': 'Er gilt nicht, bis er weiterläuft.',
  'it can be used again; one that is not due, used up or over becomes that.':
    'Er gilt wieder, sofern er begonnen hat und weder aufgebraucht noch vorbei ist.',
  'carts get it, from its start on.': 'Warenkörbe bekommen sie, ab ihrem Beginn.',
  'carts get it no longer until it is activated.': 'Warenkörbe bekommen sie nicht, bis sie wieder läuft.',
  'carts get it never again.': 'Warenkörbe bekommen sie nie wieder.',
  'it leaves the list of the present ones.': 'Sie verlässt die Liste der aktuellen.',
  'Name of the drop, as viewers see it.': 'Name, wie ihn Zuschauer sehen.',
  'Live stream whose page shows it.': 'Stream, dessen Seite ihn zeigt.',
  'Coupon of which each of the viewers gets a copy for one use.':
    'Gutschein, von dem jeder der Zuschauer eine Kopie für eine Einlösung bekommt.',
  'Viewers who get the coupon.': 'So viele Zuschauer bekommen den Gutschein.',
  'Seconds for which it is open.': 'So viele Sekunden ist er offen.',
  'Moment at which it opens; at once when left out.': 'Zeitpunkt, zu dem er öffnet. Leer: sofort.',
  'Moment at which its time is over.': 'Zeitpunkt, zu dem seine Zeit um ist.',
  'Moment at which it was full or ended; null before.': 'Zeitpunkt, zu dem er voll war oder endete.',
  'Viewers who got it.': 'Zuschauer, die ihn bekommen haben.',
  'Ends a live drop before its time, or cancels one that has not opened. Viewers keep their coupons.':
    'Beendet ihn vor der Zeit, oder sagt ihn ab, bevor er öffnet. Zuschauer behalten ihre Gutscheine.',
  'Deletes a live drop, which ends it. Coupons of its viewers stay.':
    'Löscht ihn, womit er endet. Zuschauer behalten ihre Gutscheine.',
}
