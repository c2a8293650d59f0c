package demo

import "strings"

// Common Polish names: fictitious people should look like the ones that a customer knows.
const (
	womenNames = "Anna Maria Katarzyna Małgorzata Agnieszka Barbara Ewa Magdalena Elżbieta Joanna Aleksandra Zofia Monika " +
		"Natalia Julia Karolina Paulina Dorota Beata Justyna Weronika Marta Renata Iwona Wiktoria Sylwia Patrycja Hanna " +
		"Kinga Łucja Oliwia Izabela Żaneta Gabriela Klaudia"
	menNames = "Piotr Krzysztof Andrzej Tomasz Paweł Jan Michał Marcin Jakub Adam Łukasz Marek Grzegorz Mateusz Wojciech " +
		"Mariusz Dariusz Maciej Zbigniew Rafał Robert Kamil Dawid Szymon Kacper Bartosz Filip Artur Sławomir Radosław " +
		"Hubert Stanisław Błażej Igor Przemysław"
	surnames = "Nowak Kowalski Wiśniewski Wójcik Kowalczyk Kamiński Lewandowski Zieliński Szymański Woźniak Dąbrowski " +
		"Kozłowski Mazur Jankowski Kwiatkowski Krawczyk Kaczmarek Piotrowski Grabowski Zając Pawłowski Michalski Król " +
		"Wieczorek Jabłoński Wróbel Nowakowski Majewski Olszewski Stępień Malinowski Jaworski Adamczyk Dudek Nowicki " +
		"Pawlak Górski Witkowski Walczak Sikora Baran Rutkowski Michalak Szewczyk Ostrowski Tomaszewski Pietrzak " +
		"Zalewski Wróblewski Marciniak Jasiński Zawadzki Bąk Jakubowski Sadowski Duda Włodarczyk Wilk Chmielewski " +
		"Borkowski Sokołowski Szczepański Sawicki Kucharski Lis Maciejewski Kubiak Kalinowski Mazurek Wysocki Kołodziej " +
		"Kaźmierczak Czarnecki Sobczak Urban Głowacki Sikorski Zakrzewski Krajewski Wasilewski Gajewski Mróz Laskowski " +
		"Ziółkowski Szulc Makowski Brzeziński Przybylski Domański Nowacki Borowski Błaszczyk Chojnacki Ciesielski Krupa " +
		"Szczepaniak Wesołowski Kaczmarczyk Leszczyński Kowalewski Urbański Kozak Kania Mikołajczyk Mucha Tomczak"
	// Cities with their populations in thousands, roughly.
	citySizes = "Warszawa=1860 Kraków=800 Wrocław=670 Łódź=660 Poznań=540 Gdańsk=490 Szczecin=390 Bydgoszcz=330 Lublin=330 " +
		"Białystok=290 Katowice=280 Gdynia=240 Częstochowa=210 Radom=200 Rzeszów=200 Toruń=195 Kielce=185 Gliwice=170 " +
		"Olsztyn=170 Bielsko-Biała=168 Opole=127 Płock=113 Koszalin=105 Tarnów=103"
)

// letters folds letters that e-mail addresses do not have.
var letters = strings.NewReplacer(
	"ą", "a", "ć", "c", "ę", "e", "ł", "l", "ń", "n", "ó", "o", "ś", "s", "ź", "z", "ż", "z",
)

// plain returns a name as written in an e-mail address.
func plain(name string) string { return letters.Replace(strings.ToLower(name)) }

// feminine returns a woman's form of a surname.
func feminine(surname string) string {
	if stem, is := strings.CutSuffix(surname, "ki"); is &&
		(strings.HasSuffix(stem, "s") || strings.HasSuffix(stem, "c") || strings.HasSuffix(stem, "z")) {
		return stem + "ka"
	}
	return surname
}
