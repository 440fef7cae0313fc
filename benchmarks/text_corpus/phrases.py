# SPDX-License-Identifier: MIT
"""The words of the screens in six languages.

{email}, {card} and the like stand for secrets; {date}, {order} and the like stand for decoys.
"""

from __future__ import annotations

_LABELS = """
account   | Account | Konto | Compte | Cuenta | Konto | Conto
name      | Name | Name | Nom | Nombre | Imię i nazwisko | Nome
email     | E-mail | E-Mail | Adresse e-mail | Correo electrónico | E-mail | E-mail
phone     | Phone | Telefon | Téléphone | Teléfono | Telefon | Telefono
iban      | IBAN | IBAN | IBAN | IBAN | Numer konta | IBAN
card      | Card number | Kartennummer | Numéro de carte | Número de tarjeta | Numer karty | Numero di carta
order     | Order no. | Bestellnr. | N° de commande | N.º de pedido | Nr zamówienia | N. ordine
date      | Date | Datum | Date | Fecha | Data | Data
amount    | Amount | Betrag | Montant | Importe | Kwota | Importo
total     | Total | Summe | Total | Total | Razem | Totale
tax       | VAT | MwSt. | TVA | IVA | VAT | IVA
customer  | Customer | Kunde | Client | Cliente | Klient | Cliente
settings  | Settings | Einstellungen | Paramètres | Ajustes | Ustawienia | Impostazioni
save      | Save | Speichern | Enregistrer | Guardar | Zapisz | Salva
cancel    | Cancel | Abbrechen | Annuler | Cancelar | Anuluj | Annulla
send      | Send | Senden | Envoyer | Enviar | Wyślij | Invia
address   | Address | Adresse | Adresse | Dirección | Adres | Indirizzo
payments  | Payments | Zahlungen | Paiements | Pagos | Płatności | Pagamenti
status    | Status | Status | Statut | Estado | Stan | Stato
paid      | paid | bezahlt | payé | pagado | opłacone | pagato
open      | open | offen | en attente | pendiente | otwarte | in sospeso
valid     | Valid until | Gültig bis | Expire le | Válida hasta | Ważna do | Scade il
security  | Security | Sicherheit | Sécurité | Seguridad | Bezpieczeństwo | Sicurezza
devices   | Devices | Geräte | Appareils | Dispositivos | Urządzenia | Dispositivi
tokens    | Access tokens | Zugriffsschlüssel | Jetons d’accès | Claves de acceso | Klucze dostępu | Chiavi di accesso
contacts  | Contacts | Kontakte | Contacts | Contactos | Kontakty | Contatti
invoice   | Invoice | Rechnung | Facture | Factura | Faktura | Fattura
quantity  | Qty | Menge | Qté | Cant. | Ilość | Qtà
price     | Price | Preis | Prix | Precio | Cena | Prezzo
visits    | Visits | Besuche | Visites | Visitas | Wizyty | Visite
thanks    | Thank you! | Vielen Dank! | Merci ! | ¡Gracias! | Dziękujemy! | Grazie!
hello     | Hello | Guten Tag | Bonjour | Buenos días | Dzień dobry | Buongiorno
from      | From | Von | De | De | Od | Da
to        | To | An | À | Para | Do | A
subject   | Subject | Betreff | Objet | Asunto | Temat | Oggetto
changed   | Last changed | Zuletzt geändert | Modifié le | Último cambio | Ostatnia zmiana | Ultima modifica
version   | Version | Version | Version | Versión | Wersja | Versione
notes     | Release notes | Neuigkeiten | Notes de version | Novedades | Zmiany | Novità
"""

_ORDER = ("en", "de", "fr", "es", "pl", "it")


def _label_table() -> dict[str, dict[str, str]]:
    table: dict[str, dict[str, str]] = {}
    for line in _LABELS.strip().splitlines():
        name, *texts = (part.strip() for part in line.split("|"))
        table[name] = dict(zip(_ORDER, texts, strict=True))
    return table


LABELS = _label_table()

#: Sentences with one secret each, for messages and letters.
SENTENCES = {
    "en": (
        "Please transfer the deposit to {iban} by {date}.",
        "You can reach me at {phone} until six, or write to {email}.",
        "My new number is {phone}, the old one stops working on {date}.",
        "The card {card} was declined twice, can you try again?",
        "I forwarded order {order} to {email} this morning.",
        "Refund {price} to {iban}, please, and call {phone} if anything is unclear.",
        "Use {card} for the hotel, it is valid until 04/27.",
        "Ask {email} about the contract of {date}.",
    ),
    "de": (
        "Bitte überweisen Sie die Anzahlung bis {date} auf {iban}.",
        "Sie erreichen mich unter {phone} oder per Mail an {email}.",
        "Meine neue Nummer ist {phone}, die alte gilt bis {date}.",
        "Die Karte {card} wurde abgelehnt. Können Sie es noch einmal versuchen?",
        "Die Bestellung {order} habe ich an {email} weitergeleitet.",
        "Bitte erstatten Sie {price} auf {iban}, Rückfragen an {phone}.",
        "Für das Hotel nimm bitte {card}, gültig bis 04/27.",
        "Fragen zum Vertrag vom {date} beantwortet {email}.",
    ),
    "fr": (
        "Merci de virer l’acompte sur {iban} avant le {date}.",
        "Vous pouvez me joindre au {phone} ou à {email}.",
        "Mon nouveau numéro est le {phone}, l’ancien sera coupé le {date}.",
        "La carte {card} a été refusée, pouvez-vous réessayer ?",
        "J’ai transféré la commande {order} à {email} ce matin.",
        "Remboursez {price} sur {iban} et appelez le {phone} en cas de doute.",
        "Pour l’hôtel, prenez {card}, valable jusqu’au 04/27.",
        "Écrivez à {email} au sujet du contrat du {date}.",
    ),
    "es": (
        "Por favor, transfiera el depósito a {iban} antes del {date}.",
        "Puede llamarme al {phone} o escribirme a {email}.",
        "Mi nuevo número es {phone}, el antiguo dejará de funcionar el {date}.",
        "La tarjeta {card} fue rechazada, ¿puede intentarlo otra vez?",
        "He enviado el pedido {order} a {email} esta mañana.",
        "Devuelva {price} a {iban} y llame al {phone} si tiene dudas.",
        "Para el hotel use {card}, válida hasta 04/27.",
        "Pregunte a {email} por el contrato del {date}.",
    ),
    "pl": (
        "Proszę przelać zaliczkę na {iban} do {date}.",
        "Jestem dostępna pod numerem {phone} albo {email}.",
        "Mój nowy numer to {phone}, stary działa do {date}.",
        "Karta {card} została odrzucona, proszę spróbować ponownie.",
        "Zamówienie {order} przesłałam dziś rano na {email}.",
        "Proszę zwrócić {price} na {iban} i zadzwonić pod {phone}.",
        "Za hotel zapłać kartą {card}, ważna do 04/27.",
        "W sprawie umowy z {date} proszę pisać na {email}.",
    ),
    "it": (
        "Si prega di versare l’acconto su {iban} entro il {date}.",
        "Mi può chiamare al {phone} o scrivere a {email}.",
        "Il mio nuovo numero è {phone}, il vecchio vale fino al {date}.",
        "La carta {card} è stata rifiutata, può riprovare?",
        "Ho inoltrato l’ordine {order} a {email} stamattina.",
        "Rimborsi {price} su {iban} e chiami il {phone} per domande.",
        "Per l’albergo usi {card}, valida fino al 04/27.",
        "Chieda a {email} del contratto del {date}.",
    ),
}

#: Sentences without a secret.
PLAIN = {
    "en": (
        "Sounds good, see you at 14:30.",
        "Gate 22 opens at 07:45, platform 9.",
        "Version {version} fixes 128 issues since {date}.",
        "The parcel {order} weighs 2.450 kg and costs {price}.",
        "Turnover rose from {price} to {price} in 2025.",
        "ISBN {isbn}",
    ),
    "de": (
        "Klingt gut, bis 14:30 Uhr.",
        "Gleis 9, Abfahrt 07:45, Wagen 22 bis 28.",
        "Version {version} behebt 128 Fehler seit {date}.",
        "Das Paket {order} wiegt 2,450 kg und kostet {price}.",
        "Der Umsatz stieg 2025 von {price} auf {price}.",
        "ISBN {isbn}",
    ),
    "fr": (
        "Parfait, à 14 h 30.",
        "Quai 9, départ 07:45, voitures 22 à 28.",
        "La version {version} corrige 128 défauts depuis le {date}.",
        "Le colis {order} pèse 2,450 kg et coûte {price}.",
        "Le chiffre est passé de {price} à {price} en 2025.",
        "ISBN {isbn}",
    ),
    "es": (
        "De acuerdo, nos vemos a las 14:30.",
        "Andén 9, salida 07:45, coches 22 a 28.",
        "La versión {version} corrige 128 errores desde {date}.",
        "El paquete {order} pesa 2,450 kg y cuesta {price}.",
        "Las ventas pasaron de {price} a {price} en 2025.",
        "ISBN {isbn}",
    ),
    "pl": (
        "Dobrze, do zobaczenia o 14:30.",
        "Peron 9, odjazd 07:45, wagony 22 do 28.",
        "Wersja {version} usuwa 128 błędów od {date}.",
        "Paczka {order} waży 2,450 kg i kosztuje {price}.",
        "Obroty wzrosły z {price} do {price} w 2025.",
        "ISBN {isbn}",
    ),
    "it": (
        "Va bene, ci vediamo alle 14:30.",
        "Binario 9, partenza 07:45, carrozze 22 e 28.",
        "La versione {version} corregge 128 errori dal {date}.",
        "Il pacco {order} pesa 2,450 kg e costa {price}.",
        "Il fatturato è passato da {price} a {price} nel 2025.",
        "ISBN {isbn}",
    ),
}

PRODUCTS = {
    "en": (
        "Coffee beans 500 g",
        "Olive oil",
        "Notebook A5",
        "USB-C cable 2 m",
        "Desk lamp",
        "Bread",
        "Train ticket",
        "Water 6 × 1.5 l",
    ),
    "de": (
        "Kaffeebohnen 500 g",
        "Olivenöl",
        "Notizbuch A5",
        "USB-C-Kabel 2 m",
        "Schreibtischlampe",
        "Brot",
        "Fahrkarte",
        "Wasser 6 × 1,5 l",
    ),
    "fr": (
        "Café en grains 500 g",
        "Huile d’olive",
        "Carnet A5",
        "Câble USB-C 2 m",
        "Lampe de bureau",
        "Pain",
        "Billet de train",
        "Eau 6 × 1,5 l",
    ),
    "es": (
        "Café en grano 500 g",
        "Aceite de oliva",
        "Cuaderno A5",
        "Cable USB-C 2 m",
        "Lámpara de mesa",
        "Pan",
        "Billete de tren",
        "Agua 6 × 1,5 l",
    ),
    "pl": (
        "Kawa ziarnista 500 g",
        "Oliwa z oliwek",
        "Zeszyt A5",
        "Kabel USB-C 2 m",
        "Lampka biurkowa",
        "Chleb",
        "Bilet kolejowy",
        "Woda 6 × 1,5 l",
    ),
    "it": (
        "Caffè in grani 500 g",
        "Olio d’oliva",
        "Quaderno A5",
        "Cavo USB-C 2 m",
        "Lampada da tavolo",
        "Pane",
        "Biglietto del treno",
        "Acqua 6 × 1,5 l",
    ),
}

PEOPLE = (
    "Anna Weber",
    "Luis Martín",
    "Zofia Nowak",
    "Marc Dubois",
    "Giulia Ricci",
    "Tom Taylor",
    "Jürgen Groß",
    "Élise Petit",
    "Łukasz Wójcik",
    "Carmen Ortiz",
    "Paul Keller",
    "Sara Lewis",
)
COMPANIES = (
    "Northwind Traders",
    "Müller & Söhne GmbH",
    "Atelier Lumière",
    "Café Central",
    "Zielony Ogród",
    "Officine Rossi",
    "Blue Harbor Ltd",
    "Librería Sol",
)
STREETS = (
    "12 Station Road, Bristol BS1 4QD",
    "Hauptstraße 48, 10115 Berlin",
    "27 rue des Lilas, 69003 Lyon",
    "Calle Mayor 15, 28013 Madrid",
    "ul. Długa 31/4, 31-147 Kraków",
    "Via Garibaldi 8, 20121 Milano",
)
