"""Names to draw surrogates from: plain data, written for this purpose.

They are well known but not the most frequent ones, so that a drawn name seldom is the name of somebody else in
the note; words that mean something in medicine ("Dolores", "Izquierdo", "Bell") are left out on purpose.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["NAMES", "Names", "names_for"]


@dataclass(frozen=True, slots=True)
class Names:
    """The names of one part of the world."""

    female: tuple[str, ...]
    male: tuple[str, ...]
    surnames: tuple[str, ...]
    short_female: tuple[str, ...]  # what friends say: diminutives and nicknames
    short_male: tuple[str, ...]


def _names(female: str, male: str, surnames: str, short_female: str, short_male: str) -> Names:
    return Names(*(tuple(words.split()) for words in (female, male, surnames, short_female, short_male)))


_SPAIN = _names(
    """Adela Ainhoa Alba Albina Almudena Amalia Amaya Amparo Antía Araceli Arantxa Aurelia Azucena Balbina Begoña
    Belinda Benita Berta Brígida Candela Carlota Casilda Catalina Cayetana Celia Clotilde Covadonga Edurne
    Elvira Emilia Ester Eugenia Eulalia Fabiola Fátima Felisa Fermina Gema Genoveva Guiomar Herminia Hortensia Idoia
    Inés Iratxe Itziar Jacinta Jimena Josefa Juliana Leire Leonor Lidia Loreto Lourdes Macarena Maite Martina Matilde
    Miriam Nagore Nerea Noelia Nuria Obdulia Ofelia Olalla Olga Petronila Ramona Raquel Rebeca Rocío Rosalía Ruth
    Sabina Saray Sofía Sonsoles Susana Tamara Tomasa Úrsula Vanesa Ximena Yolanda Yaiza Zoraida""",
    """Abelardo Adolfo Adrián Agustín Aitor Alfonso Álvaro Amadeo Anselmo Arturo Asier Aurelio Baltasar Bartolomé
    Basilio Benito Bernardo Braulio Camilo Casimiro Cayetano César Cipriano Claudio Conrado Cosme Damián Darío Diego
    Eduardo Eladio Eloy Emilio Enrique Ernesto Esteban Eugenio Eusebio Evaristo Fabián Federico Felipe Fermín Fidel
    Gabriel Gaspar Gerardo Gonzalo Gregorio Guillermo Gustavo Héctor Heriberto Hilario Hugo Ignacio Íñigo Ismael Iván
    Jacinto Jacobo Jaime Joaquín Jonás Julián Leandro Leopoldo Lorenzo Luciano Marcelino Mariano Mateo Matías Mauricio
    Nicolás Norberto Octavio Óscar Pablo Pascual Patricio Ramiro Raúl Ricardo Rodrigo Rubén Salvador Samuel Saturnino
    Sergio Severino Teodoro Tomás Unai Valentín Vicente Víctor Xabier Yago Zacarías""",
    """Abad Acosta Aguado Alarcón Alcaide Alcántara Almagro Andreu Aranda Arias Armesto Arranz Ávila Ayuso Baena
    Ballesteros Barea Barroso Bautista Becerra Bellido Beltrán Benavente Benítez Bermejo Bermúdez Bernal Blázquez
    Bonilla Cáceres Calderón Calero Camacho Campillo Cañadas Cánovas Cantero Carballo Carbonell Cárdenas Carmona
    Carrasco Carretero Carrillo Cebrián Cerezo Chamorro Cifuentes Collado Conesa Contreras Corrales Crespo Cuenca
    Duarte Durán Echeverría Elizalde Escobar Escribano Escudero Espinosa Estévez Fajardo Falcón Feijoo Ferrer Figueroa
    Galán Gálvez Gallardo Garrido Garzón Gascón Gimeno Godoy Granados Guijarro Guillén Guzmán Heredia Hernanz Herranz
    Hidalgo Huertas Ibáñez Iriarte Jara Lara Ledesma Linares Llorente Lobato Lozano Luján Luque Macías Maldonado
    Mármol Mateos Megías Merino Millán Miralles Miranda Monge Montero Montoya Moya Morcillo Murillo Narváez Ocaña
    Ochoa Ojeda Olivares Ordóñez Orozco Osuna Otero Pacheco Padilla Palomino Pavón Peláez Piñeiro Ponce Porras Pulido
    Quesada Quintana Quintero Quiroga Requena Ribera Robledo Roldán Sáez Salazar Salgado Sanchis Santamaría Saura
    Segovia Sepúlveda Solano Soriano Sotelo Tejada Tejedor Tello Toledo Tovar Trujillo Urbina Urrutia Valverde Vaquero
    Velasco Villalba Villegas Yagüe Yáñez Zabala Zamora Zapata Zarco Zorrilla""",
    "Merche Nati Puri Charo Chelo Loli Maite Tere Isa Belén Cris Vane Rosi Luci Emi Fani Geli Yoli",
    "Pepe Paco Nacho Quique Chema Javi Rafa Santi Luisito Fede Beni Goyo Moncho Kiko Juancho Edu Lalo",
)

_LATIN_AMERICA = _names(
    """Abigaíl Adriana Alejandra Alondra Amanda Anahí Angélica Ariadna Aurora Beatriz Berenice Betsabé Brenda Briseida
    Carolina Catalina Cecilia Citlali Constanza Dafne Dalia Daniela Delia Denisse Deyanira Diana Edith Elizabeth
    Eloísa Elsa Emma Esmeralda Estefanía Eunice Evelyn Fabiola Fernanda Gabriela Georgina Gisela Graciela Griselda
    Heidi Hilda Imelda Ingrid Isadora Itzel Ivonne Jacqueline Janet Jazmín Jessica Joselyn Karina Karla Katherine
    Leticia Liliana Lorena Lucrecia Magaly Maribel Marisol Maritza Mayra Melisa Mireya Nadia Nancy Nayeli Noemí Odalys
    Oralia Pamela Patricia Paulina Perla Priscila Quetzalli Rosalba Roxana Sandra Selene Silvia Tatiana Ursulina
    Valeria Vanessa Verónica Viviana Wendy Ximena Yadira Yesenia Yuridia Zaida Zulema""",
    """Abraham Adalberto Adán Alán Aldo Alexis Alfredo Arnulfo Armando Benjamín Bernabé Brayan Bruno Carlos Cristian
    Cuauhtémoc Daniel David Demetrio Edgar Edmundo Edwin Efraín Elías Emanuel Emiliano Erick Esteban Fabricio Fausto
    Felipe Fernando Fredy Genaro Gerardo Germán Gilberto Gonzalo Guillermo Hernán Hipólito Homero Horacio Humberto
    Irineo Isidro Israel Jair Javier Jerónimo Jonathan Jorge Kevin Leobardo Leonel Lisandro Luciano Marcelo Marcos
    Maximiliano Melquíades Misael Moisés Nahúm Nelson Néstor Noé Octavio Omar Orlando Osvaldo Pablo Porfirio Quirino
    Raymundo Reinaldo René Rigoberto Roberto Rodolfo Rogelio Rolando Saúl Santiago Sebastián Simón Tadeo Teófilo
    Tobías Ubaldo Uriel Vladimir Wálter Wilmer Wilson Yahir Yamil Zenón""",
    """Acevedo Acuña Aguilera Alanís Alfaro Altamirano Alvarado Amaya Anaya Apaza Aparicio Aquino Araya Arce Arellano
    Arévalo Argüello Arriaga Avendaño Ayala Baeza Balderas Barajas Barragán Barraza Becerril Benavides Bermeo
    Betancourt Bojórquez Bolaños Borja Bustamante Bustos Cáceres Caicedo Candia Cantú Cárdenas Carranza Casillas
    Castañeda Ceballos Centeno Cervantes Céspedes Chacón Chávez Cisneros Colunga Cordero Cornejo Cuéllar Dávalos
    Dávila Echeverri Elizondo Enríquez Escalante Escamilla Escobedo Esparza Esquivel Estrada Farías Fonseca Frías
    Gaitán Galarza Galindo Gallegos Galeano Gamboa Gaona Garibay Gavilán Giraldo Godínez Grijalva Guardado
    Guevara Hinojosa Huamán Huerta Ibarra Inzunza Jaimes Jaramillo Jáuregui Landeros Lagunas Landaverde Leiva Lemus
    Lizárraga Llanos Loaiza Loera Londoño Lucero Lugo Macedo Madrigal Magaña Mamani Manríquez Mansilla Matamoros Mejía
    Melgar Mendieta Mendoza Meneses Meza Miramontes Mojica Molina Mondragón Montalvo Montaño Morán Mosquera Moscoso
    Murguía Nájera Naranjo Narváez Nava Noriega Novoa Ocampo Olguín Olmedo Olvera Ontiveros Oropeza Orellana Osorio
    Pantoja Paniagua Páez Pedraza Peralta Pineda Pizarro Portillo Posada Quezada Quijano Quiñones Quispe Rangel
    Restrepo Retana Riquelme Rivadeneira Robles Rosales Ruelas Saavedra Salcedo Saldaña Samaniego Sandoval Sanabria
    Santander Sarmiento Serna Servín Sifuentes Somarriba Tamayo Tejeda Terán Tinoco Toscano Treviño Ugalde Ulloa
    Urbina Uribe Urquiza Valadez Valdivia Valenzuela Vallejos Vélez Vergara Villagrán Villanueva Villaseñor Yépez
    Zaldívar Zambrano Zárate Zavala Zepeda Zúñiga""",
    "Chayo Licha Chabela Lety Paty Gaby Maru Vero Dani Ale Yuri Bety Tita Jime Susy Rosy",
    "Pancho Beto Memo Nando Chuy Quique Lalo Kike Poncho Neto Rigo Gus Tavo Rolo Chente Javi",
)

_PORTUGAL = _names(
    """Adelaide Albertina Albina Alda Aldina Alzira Amália Amélia Anabela Armanda Arminda Augusta Aurora Bárbara
    Beatriz Belmira Benedita Bianca Carminda Carolina Catarina Cecília Célia Clotilde Cristiana Dália Débora
    Deolinda Diana Dulce Edite Eduarda Elisabete Elvira Emília Ermelinda Ester Estela Etelvina Eugénia
    Fátima Felismina Fernanda Filipa Filomena Florbela Francisca Georgina Gertrudes Gisela Guilhermina Helena
    Henriqueta Hermínia Idalina Ilda Inês Irene Isaura Ivone Jacinta Joaquina Judite Júlia Laura Laurinda Leonor
    Letícia Lídia Lurdes Madalena Mafalda Marília Marlene Matilde Mónica Natália Noémia Odete Ofélia Olímpia Olinda
    Palmira Patrícia Quitéria Raquel Rebeca Rosália Sandra Sílvia Susana Tatiana Telma Teresa Úrsula Vanda Vera
    Virgínia Zulmira""",
    """Abel Abílio Acácio Adelino Adérito Afonso Agostinho Albano Alberto Alcino Alexandre Alfredo Álvaro Amadeu
    Américo Aníbal Armando Armindo Arnaldo Artur Augusto Aurélio Baltazar Bartolomeu Belmiro Benjamim Bernardino
    Bernardo Bruno Caetano Celestino César Cláudio Custódio Delfim Dinis Diogo Duarte Edgar Edmundo Eduardo Elias
    Elísio Emanuel Emídio Ernesto Estêvão Eugénio Evaristo Fábio Faustino Fausto Feliciano Fernando Firmino Flávio
    Frederico Gabriel Gaspar Germano Gil Gonçalo Gregório Guilherme Gustavo Heitor Hélder Henrique Hermínio Hilário
    Horácio Hugo Humberto Inácio Ivo Jacinto Jaime Januário Joaquim Jorge Júlio Leandro Leonel Lourenço Luciano
    Marcelo Martim Mateus Maurício Narciso Nélson Norberto Nuno Octávio Olegário Orlando Óscar Plácido Quintino Rafael
    Ramiro Raul Renato Rodrigo Rogério Romeu Ruben Salvador Samuel Sebastião Silvério Simão Telmo Tiago Tomás Ulisses
    Valdemar Vasco Veríssimo Virgílio Zeferino""",
    """Abrantes Aguiar Albuquerque Alcântara Alçada Aleixo Almada Alvim Amaral Amorim Andrade Antunes Aragão Arantes
    Arruda Assunção Ataíde Azevedo Baptista Barbosa Barradas Barreiros Barreto Barroso Bastos Bettencourt Bordalo
    Borges Botelho Brandão Brito Cabral Caldeira Camacho Caneira Cardoso Carrilho Castanheira Catarino Chaves Colaço
    Cordeiro Coutinho Couto Craveiro Cunha Damásio Esteves Evangelista Fagundes Falcão Feijó Félix Ferrão Ferraz
    Figueira Figueiredo Folgado Fonseca Fragoso Freire Freitas Furtado Galvão Gameiro Garrido Godinho Gouveia Guedes
    Guimarães Gusmão Henriques Justino Lacerda Lameiras Leitão Lemos Lencastre Loureiro Lobato Macedo Magalhães Maia
    Malheiro Marçal Mascarenhas Matias Matos Meireles Melo Mendonça Meneses Mesquita Mexia Miranda Monteiro Morgado
    Moura Mourão Negrão Nogueira Noronha Novais Nóvoa Oleiro Osório Pacheco Paiva Palmeira Parreira Patrício Pedrosa
    Pestana Pimentel Pinheiro Pires Portela Prates Proença Queirós Quaresma Quintela Rebelo Rego Resende Ribas
    Salgueiro Salvado Sampaio Sanches Saraiva Seabra Seixas Semedo Serpa Serrano Severino Silveira Sobral Sequeira
    Taborda Tavares Teles Tinoco Toscano Travassos Trindade Valadares Valadão Valério Varela Vasconcelos Vaz Veiga
    Veloso Viana Vidal Vilaça Vilela Xavier Zagalo""",
    "Lena Milú Guida Bia Sãozinha Tita Filó Zita Xana Carlota Lili Nanda Béu Tina Guigui",
    "Zé Quim Chico Nelo Toninho Beto Manel Zeca Dudu Vítinho Jójó Luisinho Nando Rui Berto Tino Fredo",
)

_BRAZIL = _names(
    """Adriana Aline Alessandra Amanda Andressa Ângela Arlete Bárbara Bianca Brenda Bruna Camila Carla Carolina Cássia
    Célia Cibele Cíntia Clarice Cláudia Cleide Cleusa Creusa Cristiane Daiane Dalva Daniela Débora Denise Diana
    Edilene Edna Elaine Eliane Elisângela Elza Eloá Érica Fabiana Fabíola Fernanda Flávia Francisca Gabriela Geovana
    Gilda Giovana Gisele Graziela Heloísa Iara Ilma Ingrid Iracema Irene Isadora Ivone Jandira Janaína Jaqueline
    Jéssica Joice Juçara Juliana Jurema Karina Kátia Kelly Larissa Laura Letícia Lígia Lorena Luana Lucimar Luzia
    Madalena Maitê Marlene Marina Marisa Michele Mirela Nádia Natália Neide Neusa Nilza Odete Olívia Paloma Patrícia
    Poliana Priscila Quésia Raíssa Regina Renata Rosângela Sabrina Samara Shirley Simone Solange Sônia Tamires Tatiane
    Telma Valéria Vanessa Verônica Vilma Yara Zilda Zuleica""",
    """Abner Ademir Adilson Adriano Alan Alessandro Alex Altair Anderson André Aparício Ariel Arthur Ataíde Benedito
    Benício Breno Bruno Caio Cássio Cauã Célio Cícero Cláudio Cleber Cristiano Danilo Davi Denilson Diego Douglas
    Edson Éder Edmilson Edvaldo Elton Emerson Enzo Érico Evandro Ezequiel Fabiano Fabrício Felipe Fernando Flávio
    Francisco Genivaldo Geraldo Gerson Gilberto Gilson Givaldo Guilherme Gustavo Heitor Henrique Hélio Hudson Igor
    Isaías Isaque Ítalo Ivan Jackson Jailton Jair Jefferson Joel Jonas Josué Juarez Júlio Kleber Laércio Leandro
    Leonardo Lindomar Lucas Luciano Marcelo Márcio Marcos Mateus Maurício Maxwell Milton Moacir Murilo Natanael
    Nivaldo Norberto Odair Orlando Osmar Otávio Pablo Raimundo Rafael Reginaldo Renan Renato Ricardo Roberto Robson
    Rodrigo Rogério Romário Ronaldo Rubens Samuel Sandro Saulo Sérgio Silas Sidnei Tales Tarcísio Thiago Ubirajara
    Valdir Vágner Vinícius Vítor Wallace Walter Washington Wesley Wilson Yuri Zaqueu""",
    """Abreu Aguiar Alcântara Alencar Almada Alvarenga Amâncio Amaral Amorim Andrade Antunes Aquino Aragão Araripe
    Arruda Assis Assunção Ávila Azevedo Barbosa Barcelos Barreto Barros Bastos Batista Belchior Benevides Bernardes
    Bezerra Bittencourt Boaventura Borba Borges Botelho Brandão Brito Bueno Cabral Caetano Caldas Calixto Camargo
    Campelo Camilo Cândido Cardoso Castilho Cavalcanti Chaves Cordeiro Correia Coutinho Couto Cunha Damasceno Dantas
    Diniz Domingues Drummond Duarte Dutra Esteves Evangelista Fagundes Falcão Faria Farias Feitosa Felício Fialho
    Figueira Figueiredo Fonseca Fontenele Fraga Freire Freitas Furtado Galvão Garcez Godoy Goulart Gouveia Gusmão
    Guedes Guimarães Honorato Inácio Jesuíno Jordão Lacerda Leitão Leme Linhares Lins Lobato Lucena Macedo Maciel
    Magalhães Maia Marinho Mascarenhas Mattos Medeiros Meireles Melo Mendonça Menezes Mesquita Miranda Monteiro Moraes
    Moreira Moura Munhoz Nazário Nóbrega Nogueira Noronha Novaes Nunes Onofre Otoni Pacheco Padilha Paiva Palhares
    Peçanha Pedrosa Peixoto Penteado Pimentel Pinheiro Portela Prado Prates Queiroz Quintanilha Rabelo Ramalho Rangel
    Rebouças Rego Resende Rezende Rosário Sales Sampaio Santana Santiago Saraiva Seixas Serafim Siqueira Silveira
    Simões Soares Sobral Souto Tavares Teixeira Teles Teodoro Toledo Torquato Trindade Tupinambá Uchôa Valadares
    Valença Varela Vargas Vasconcelos Veloso Ventura Viana Vidal Vilela Viveiros Werneck Xavier Ximenes Zanetti""",
    "Bia Duda Cida Lena Nanda Tati Malu Gabi Nena Rô Lu Cidinha Tininha Vivi Déia Kaká Jô Zezé",
    "Zeca Dudu Beto Tonho Chico Juca Nando Tiago Guga Léo Rafa Binho Juninho Vavá Tuca Xande",
)

_ENGLISH = _names(
    """Abigail Adele Agnes Alison Althea Amelia Annette Audrey Beatrice Belinda Bernice Beryl Bethany Bonnie Bridget
    Camille Candice Caroline Cecilia Charlotte Cheryl Claire Colleen Cordelia Cynthia Daisy Daphne Deborah Denise
    Dorothy Edith Eileen Elaine Eleanor Eloise Elsie Emmeline Erica Esther Evelyn Felicity Fiona Florence Frances
    Freya Georgia Geraldine Gillian Gladys Glenda Gwendolyn Hannah Harriet Hazel Heather Helen Henrietta Imogen Ingrid
    Irene Isabel Ivy Jacqueline Janice Jasmine Joanna Jocelyn Josephine Joyce Judith Julia Kathleen Kirsten Lauren
    Leona Lillian Lorna Louise Lucinda Lydia Mabel Madeleine Marcia Marjorie Martha Maureen Mildred Miriam Molly
    Muriel Naomi Natalie Pamela Paula Pauline Phyllis Priscilla Rachel Rebecca Roberta Rosalind Rosemary Rowena
    Sheila Sophie Stella Sylvia Tabitha Teresa Thelma Tracy Ursula Valerie Verity Vivian Wanda Wendy Winifred Yolanda
    Yvonne Zara Zelda""",
    """Adrian Alastair Albert Alfred Allan Ambrose Angus Archie Arnold Arthur Barnaby Barry Basil Bernard Bertram
    Bradley Brendan Byron Calvin Cecil Cedric Chester Clarence Clayton Clifford Clive Colin Conrad Craig Curtis Damian
    Darren Dennis Derek Desmond Dexter Donald Douglas Duncan Dwight Edgar Edmund Edwin Elliot Elmer Ernest Eugene
    Fergus Floyd Francis Franklin Frederick Gareth Garrett Gavin Geoffrey Gerald Gilbert Glenn Gordon Gregory Harold
    Harvey Hector Herbert Horace Howard Hubert Hugh Ian Irving Isaac Ivan Jasper Jeremy Jerome Joel Julian Keith
    Kenneth Kirk Lawrence Leonard Leroy Leslie Lionel Lloyd Louis Malcolm Marcus Martin Maurice Melvin Mervyn Mitchell
    Mortimer Murray Nathan Neil Neville Nigel Norman Oliver Orville Oscar Owen Patrick Percy Perry Philip Quentin
    Ralph Randall Raymond Reginald Reuben Rodney Roland Rory Rupert Russell Sebastian Seymour Sheldon Sidney Simon
    Stanley Stuart Terence Theodore Tobias Trevor Tristan Tyler Ulysses Vernon Victor Vincent Wallace Walter Warren
    Wesley Wilfred Winston Zachary""",
    """Ackerman Aldridge Appleby Archer Armitage Ashby Ashworth Atkins Atwood Avery Bagley Bainbridge Barlow Barnett
    Barrow Beckett Bellamy Benson Bentley Blackwell Blythe Boswell Bradford Bramley Brewster Briggs Bristow Broadbent
    Brockman Buckley Burgess Burnham Burrows Caldwell Calloway Cantrell Cartwright Chadwick Chandler Chapman Clifton
    Coleman Colby Compton Conway Copeland Corbett Crawford Croft Crosby Cullen Dalton Davenport Dawson Denham Dempsey
    Dillard Donovan Drummond Dunbar Dunlap Eastwood Eldridge Ellsworth Emerson Fairchild Farnham Faulkner Fenton
    Fielding Fitzgerald Fleming Fletcher Forsyth Fulton Gallagher Gardiner Garland Gibbons Gilmore Goddard Goodwin
    Granger Greenwood Griffith Grimes Hadley Halliday Hammond Hancock Hardwick Hargrove Harrington Hartley Hathaway
    Hawkins Haywood Henshaw Hewitt Hobbs Holcomb Holloway Hopkins Horton Houghton Hubbard Huxley Ingram Jarvis
    Jennings Keating Kendall Kendrick Kersey Kimball Kirby Lancaster Langley Larkin Lawson Leighton Lindsey Lockwood
    Lomax Ludlow Maddox Mallory Marlow Marsden Massey Mayfield Merrill Middleton Milburn Monroe Morley Nash Newell
    Nichols Norwood Oakley Odell Ogden Oldham Ormond Osborne Packard Palmer Parrish Pemberton Penrose Perkins Pickett
    Pomeroy Prescott Preston Quigley Quimby Radcliffe Ramsey Randolph Redmond Reeves Rhodes Ridley Rigby Rollins
    Rowland Rutledge Sanford Sawyer Saxton Seaton Sedgwick Shelby Sheridan Sherwood Sinclair Spencer Stafford Stanton
    Stratton Sutton Talbot Tate Thorne Thornton Tilley Townsend Travers Underhill Underwood Upton Vance Varney Vaughn
    Wainwright Wakefield Walton Warwick Weaver Webster Westbrook Wheeler Whitaker Whitfield Wilcox Willoughby Winslow
    Woodruff Wyatt Yates Yardley Yeager""",
    "Abby Bess Cindy Dottie Ellie Fran Ginny Hattie Izzy Josie Lottie Maggie Nell Peg Ruthie Tess Winnie",
    "Alf Barney Charlie Danny Eddie Freddie Gus Harry Jack Kenny Lenny Mick Ned Ollie Pete Ronnie Teddy Vinnie",
)

NAMES = {"es-ES": _SPAIN, "es-419": _LATIN_AMERICA, "pt-PT": _PORTUGAL, "pt-BR": _BRAZIL, "en": _ENGLISH}

_LUSOPHONE_AFRICA = frozenset({"PT", "AO", "MZ", "CV", "GW", "ST", "TL"})
_ANGLOPHONE = frozenset({"US", "GB", "IE", "AU", "NZ", "CA", "ZA", "JM", "BZ"})


def names_for(country: str, language: str) -> Names:
    """The names of a country; where it is not known, of the language.

    >>> names_for("CL", "es") is NAMES["es-419"], names_for("", "pt") is NAMES["pt-BR"]
    (True, True)
    """
    if country == "ES":
        return NAMES["es-ES"]
    if country == "BR":
        return NAMES["pt-BR"]
    if country in _LUSOPHONE_AFRICA:
        return NAMES["pt-PT"]
    if country in _ANGLOPHONE or (not country and language == "en"):
        return NAMES["en"]
    if not country and language == "pt":
        return NAMES["pt-BR"]
    # A Spanish note from nowhere in particular gets the names of Spain: they are at home everywhere.
    return NAMES["es-419"] if country else NAMES["es-ES"]
