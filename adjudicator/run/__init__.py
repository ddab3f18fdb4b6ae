"""Running the whole service on one machine: the programs of the Procfile under one roof, and a broker of their own."""
